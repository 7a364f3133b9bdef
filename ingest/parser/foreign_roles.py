"""What a section is for, judged by a heading in German, French, Spanish, Portuguese, Italian, Russian, Chinese,
Japanese or Korean."""

from __future__ import annotations

import re

from ...kb.events.document import Role

_WORDS: tuple[tuple[Role, str], ...] = (
    ("abstract", r"zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|аннотация|реферат"),
    ("references", r"literatur(verzeichnis|angaben)?|quellen(verzeichnis)?|bibliogra(ph|f)ie|références?( .*)?|"
                   r"referencias( .*)?|bibliograf[íi]a|referências( .*)?|riferimenti( .*)?|"
                   r"(список )?(использованн(ая|ой) )?литератур[аы]|список (использованных )?источников( .*)?|"
                   r"библиогра.*"),
    ("supplement", r"(ergänzendes|zusätzliches) material|zusatzmaterial|matériel supplémentaire|"
                   r"données supplémentaires|material (suplementario|complementario|suplementar)|"
                   r"дополнительные материалы"),
    ("acknowledgements", r"danksagung(en)?|remerciements?|agradecimi?entos?|ringraziamenti|благодарност[иь].*"),
    ("declarations", r"interessenkonflikte?|förderung|finanzierung|autorenbeiträge|datenverfügbarkeit|"
                     r"conflits? d.?intérêts?|déclaration.*|financement.*|contributions? des auteurs|"
                     r"conflictos? de inter[eé]se?s|financiaci[óo]n|contribuci[óo]n.* autor.*|"
                     r"conflitos? de interesses?|financiamento|конфликт.? интересов|финансирование.*|"
                     r"вклад авторов.*|источник финансирования"),
    ("appendix", r"anhang\b.*|annexes?\b.*|anexos?\b.*|apéndices?\b.*|apêndices?\b.*|appendici?\b.*|приложени[ея]\b.*"),
    ("limitations", r"limitation(en)?|einschränkungen.*|grenzen der .*|limites?\b.*|limitaciones\b.*|limitações\b.*|"
                    r"limiti\b.*|ограничения.*"),
    ("conclusion", r"schlussfolgerung(en)?\b.*|fazit\b.*|schluss(bemerkung(en)?)?|zusammenfassung und .*|ausblick|"
                   r"resümee|perspectives|conclusi(ón|ones)\b.*|conclus(ão|ões)\b.*|conclusioni\b.*|"
                   r"considera[çc](ões|iones) fina(is|les)|заключение|выводы\b.*"),
    ("introduction", r"einleitung\b.*|einführung\b.*|introducción\b.*|introdução\b.*|introduzione\b.*|введение\b.*"),
    ("background", r"hintergrund|stand der (forschung|technik|wissenschaft)|theoretische[rs]? .*|verwandte arbeiten|"
                   r"état de l.?art|contexte|revue de (la )?littérature|travaux connexes|antecedentes|marco teórico|"
                   r"estado del arte|trabajos relacionados|revisão d[ae] literatura|stato dell.?arte|"
                   r"обзор литературы|постановка задачи|актуальность.*"),
    ("methods", r"methode[n]?|methodik|methodisches vorgehen|vorgehen(sweise)?|material(ien)? und methode[n]?|"
                r"patienten und methode[n]?|statistische (auswertung|analyse|methoden)|stichprobe|versuchsaufbau|"
                r"méthodes?|méthodologie|matériels? et méthodes?|patients et méthodes|analyses? statistiques?|"
                r"métodos?|metodolog[íi]a|material(es)? y métodos?|pacientes y métodos|análisis estadístico|"
                r"materia(l|is) e métodos|análise estatística|materiali e metodi|metodi|"
                r"(материалы?|объекты?|пациенты) и методы?\b.*|методы?( исследования)?|методика\b.*|методология\b.*"),
    ("discussion", r"diskussion\b.*|.* und diskussion|.* et discussion|discusión\b.*|.* y discusión|discussão\b.*|"
                   r".* e discussão|discussione\b.*|.* e discussione|обсуждение\b.*|.* и( их)? обсуждение"),
    ("results", r"ergebnisse?\b.*|resultate?\b.*|befunde|résultats?\b.*|resultados?\b.*|risultati\b.*|"
                r"результаты\b.*"),
)
_SIGNS: tuple[tuple[Role, str], ...] = (
    ("abstract", "摘要|内容摘要|抄録|要旨|要約|초록"),
    ("references", "参考文献|參考文獻|引用文献|文献|참고문헌"),
    ("acknowledgements", "致谢|致謝|谢辞|謝辞|감사의글"),
    ("declarations", "利益冲突(声明)?|基金项目|作者贡献(声明)?|利益相反"),
    ("appendix", "附录.*|附錄.*|付録.*|부록.*"),
    ("limitations", "局限性?|研究局限性?|本研究的局限性?|限界|연구의한계"),
    ("conclusion", "结论.*|結論.*|总结.*|結語|结语|结束语|まとめ|おわりに|결론"),
    ("introduction", "引言|绪论|前言|緒言|緒論|序論|導論|导言|はじめに|서론"),
    ("background", "相关工作|研究背景|背景|文献综述|関連研究|相關工作"),
    ("discussion", "讨论|討論|考察|.*[与和](讨论|分析与讨论)|.*[與和]討論|.*(と|および|及び)考察|고찰|논의|.*및고찰"),
    ("methods", "(材料|资料|对象|数据|實驗)?[与和及]?方法|(研究|实验|実験|實驗)方法|方法[与和]材料|材料および方法|"
                "(统计|統計)(学)?(分析|处理|解析)|연구방법"),
    ("results", "(实验|研究)?结果(分析|[与和]分析)?|(実験|實驗)?結果|결과"),
)
_SIGN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_COMPILED = tuple((role, re.compile(rf"(?:{pattern})", re.IGNORECASE)) for role, pattern in (*_WORDS, *_SIGNS))


def foreign_role(plain: str) -> Role:
    """The role that a title without its number announces; `other` if none. Blanks between signs mean nothing."""
    plain = plain.replace("’", "'")
    if _SIGN.search(plain):
        plain = plain.replace(" ", "")
    return next((role for role, pattern in _COMPILED if pattern.fullmatch(plain)), "other")
