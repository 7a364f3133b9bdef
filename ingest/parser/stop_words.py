"""The small words of languages written in Latin and Cyrillic letters, by ISO 639-1 code: most of any running text."""

from __future__ import annotations

_LISTS = {
    "en": "the of and to in is that for with was as by are on be this from were which an at or have not we it has been "
          "these can also our their between than more using used but its during such both however other they may all",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er "
          "hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor "
          "zur bis mehr durch man sein wurde wurden diese dieser kann können zwischen sowie jedoch",
    "fr": "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont cette avec ou "
          "aux été son ces mais comme nous ont leur entre sa être deux même elle fait d l qu n c s peut ainsi dont où",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin "
          "sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está han estos "
          "fueron entre según así cada puede",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao das à seu sua ou quando "
          "nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos foi são foram pode estudo à "
          "ser este esta sobre",
    "it": "di e il la che in un a per è una sono con non si da del come le dei nel alla più i della delle al lo anche "
          "gli ha o su ma nella se dal questo questa essere tra stato degli dalla sulla ad nei cui stati tale sia",
    "nl": "de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij door uit nog naar werd "
          "wordt of worden tot deze dit heeft over onder tussen hebben kan meer waren zich meer geen zoals",
    "sv": "och i att det som en på är av för med den till inte om ett han var har de från vi så men ett kan när eller "
          "hade efter vid mot under också mellan blir denna detta dessa sig där genom än alla",
    "da": "og i at det som en på er af for med den til ikke om et han var har de fra vi så men kan når eller havde "
          "efter ved mod under også mellem bliver denne dette disse sig hvor blev der skal være hvordan mere",
    "no": "og i at det som en på er av for med den til ikke om et han var har de fra vi så men kan når eller hadde "
          "etter ved mot under også mellom blir denne dette disse seg hvor ble skal være mer både slik enn gjennom",
    "fi": "ja on ei että se oli hän mutta ovat kun kuin myös tai sen niin joka olla jos mukaan sekä ole voi vain mitä "
          "tämä tämän jotka siitä jo ne hyvin sitä välillä näiden voidaan ovat",
    "et": "ja on ei et see oli ta aga ka kui mis või selle ning siis kes nii oma seda olid pole mida veel vaid üks "
          "nende mille mitte kõik võib saab ainult ole",
    "pl": "w i na z do się nie że to jest o od jak za po dla oraz przez są a ale jego przy tym lub może tak być które "
          "który która ich było w ze był między także tego pod nad czy jako już",
    "cs": "a v se na je že z do s o to i pro jsou k ve by při nebo podle po jako od jeho za však jak byl bylo která "
          "které který ze jsme mezi není také pouze této byla byly tak než bez",
    "sk": "a v sa na je že z do s o to i pre sú k vo by pri alebo podľa po ako od jeho za však ktorá ktoré ktorý zo "
          "sme medzi nie tiež iba tejto bola boli tak než bez bol bolo aj",
    "sl": "in v je na za da se so z ki pa ne o tudi kot po ali pri do od s bi iz med ter lahko še kako sta bil bila "
          "bilo smo niso če tem tega njihove",
    "hr": "i u je na da se su za od s koji ne o kao to iz do ili po te bi što koja nije koje između kod može prema "
          "biti sa ali samo bila bilo te ovog ovaj",
    "hu": "a az és hogy nem is egy volt meg ez de csak mint vagy már még ha azt ezt amely által közötti között majd "
          "valamint lehet ezek melyek után alapján illetve kell során a volt voltak",
    "ro": "de și în a la cu o pe care din nu să un este pentru mai au sau prin ca fost se al ale sunt fi acest această "
          "între după cele cel dar fiind sale lor astfel cea",
    "tr": "ve bir bu da de için ile olarak olan daha en çok gibi kadar sonra ancak her göre olduğu ise veya ne "
          "arasında tarafından üzerine değil iki şekilde olarak edilmiştir vardır",
    "ca": "de la i el que a en els les per un una és amb del al no es més dels com van va ser seva aquest aquesta "
          "entre però també són o perquè fins mentre han pot segons ha als",
    "id": "yang dan di dengan untuk pada dari ini dalam adalah tidak ke sebagai oleh itu dapat juga akan atau telah "
          "lebih antara tersebut secara karena bahwa ada menjadi serta hasil",
    "vi": "và của là các có trong cho được với những một không đã này khi từ đến người để về trên tại theo ra vào như "
          "hoặc cũng do nghiên cứu",
    "lt": "ir yra kad į iš su tai kaip bet ne o buvo už apie nuo arba dėl pagal jis taip gali per šio tarp būti jo "
          "tik po šis kurie",
    "lv": "un ir ka no ar uz par kā tas bet vai pēc lai arī to nav pie kas bija ko tika starp šis tā gan ja var tikai "
          "kurā",
    "la": "et in est ad non ut cum ex quod sed de qui per si ab ac sunt quae a esse atque aut hoc etiam eius enim quam",
    "ru": "и в не на что с по как это он к но из у за от то для так о же все был его при также или бы мы является "
          "между которые может были было после более до этом",
    "uk": "і в на не що з до та як від за у для це по є його про але або при також був було якщо між які може "
          "більше його цього так й із",
    "bg": "и на в се за да от е с не по че са като до при или което които между след бе както този тази но също има "
          "може през на",
    "sr": "и у је на да се су за од са који не о као то из до или по би што која није које између код може према "
          "бити али само",
    "mk": "и на во се за да од е со не по дека како до при или што кој која кои меѓу но исто има може ќе биде овој",
    "be": "і ў у на не што з да як па ад за для гэта але або пры таксама быў было між якія можа яго яе",
}

STOP_WORDS: dict[str, frozenset[str]] = {code: frozenset(words.split()) for code, words in _LISTS.items()}
"""Words by language."""
