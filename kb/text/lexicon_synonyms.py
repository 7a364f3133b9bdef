"""Classes of words that license each other in scientific prose. A class holds words of one meaning and one direction.

Words of opposite direction never share a class; they are told apart in `polarity`. Near-synonyms whose difference
matters (risk and rate, sensitivity and specificity, accuracy and F1) are left out on purpose.
"""

from __future__ import annotations

from functools import lru_cache

from .stems import stem

CLASSES = """
patient case-patient sufferer subject participant individual person volunteer respondent enrollee
child infant pediatric paediatric kid
adolescent teenager youth
elderly elder older old aged senior geriatric
man male boy
woman female girl
human man-made humans
mouse mice murine rodent
drug medication medicine pharmaceutical therapeutic
therapy treatment treat intervention therapeutic regimen
illness disease disorder condition syndrome pathology
cancer tumor carcinoma neoplasm malignancy malignant neoplastic
death mortality mortal die fatality fatal lethal
survive survival
begin start onset initiate initiation commence
stop halt cease discontinue terminate
study trial investigation experiment
show demonstrate reveal report find observe identify detect document see seen saw note
cause causal etiology
associate association correlate correlation link relate relationship connection connect
require need necessary essential indispensable crucial requisite requirement
important major key critical central vital crucial significant-role
function role act serve activity operate
form formation generate produce production assemble assembly create make yield synthesize synthesis
use usage utilize utilization employ apply application administer administration
contain include comprise consist harbor
build construct
occur happen arise emerge appear take-place present seen
help aid assist contribute contribution
regulate control modulate govern mediate regulation
affect influence impact effect alter change
alter change modify modification shift
protect protection protective prevent prevention
damage injury injure lesion harm
obesity obese overweight adiposity
fat adipose adiposity lipid
weight mass
eat consume consumption intake diet feed ingest
mutation mutant variant mutate polymorphism allele
gene genetic genome genomic locus
bind binding interact interaction bound attach
move migrate migration motility
differentiate differentiation lineage
develop development progress progression
divide division proliferate proliferation grow growth
speed rate velocity
fast rapid quick swift
frequent common prevalent widespread
rare uncommon infrequent scarce
large big substantial considerable marked pronounced
small slight minor modest trivial
method approach technique procedure
model system
area region zone site
country nation
cell cellular
organism species
bacterium bacteria microbe microbial
microbiota microbiome flora
infect infection infectious
virus viral
immune immunity immunological
inflame inflammation inflammatory
brain cerebral
heart cardiac
kidney renal
liver hepatic
lung pulmonary
stomach gastric
blood serum plasma circulating
bone skeletal
hypertension high-blood-pressure
stroke cerebrovascular
diabetes diabetic
depress depression depressive
smoke smoking tobacco
sepsis septic
income wealth
poor deprived deprivation disadvantaged poverty low-income
hospital hospitalize hospitalization inpatient admission admit
physician doctor clinician
test examination assay exam screen
measure measurement assess assessment estimate evaluate quantify
predict prediction predictive forecast
risk hazard odds likelihood probability chance
danger hazard
incidence occurrence
prevalence frequency
reach achieve attain obtain score
outperform surpass exceed beat superior
accuracy accurate precise
error mistake inaccuracy
train training
network net
language linguistic
dataset corpus data benchmark
year annual yearly
day daily
week weekly
birth born natal
mother maternal
age aging ageing
long-term persistent chronic lasting durable
short-term acute transient
entire whole complete full
lack absence absent deficiency deficient loss null missing
knockdown silence silencing knockout deletion delete ablation ablate deplete depletion
deficiency deficient knockout null lacking absence loss
overexpress overexpression
express expression
trigger elicit evoke induce induction
promote stimulate foster encourage facilitate favor
enhance improve improvement boost
increase rise raise climb widen elevate elevation grow growth gain up-regulate upregulate upregulation higher high
decrease reduce reduction lower decline fall drop diminish cut shrink narrow lessen down-regulate downregulate low
inhibit inhibition suppress suppression block blockade repress repression impede hinder
impair impairment disrupt disruption compromise
worsen exacerbate aggravate deteriorate
alleviate ameliorate relieve mitigate attenuate
accelerate speed-up hasten
slow delay retard
abolish eliminate remove removal eradicate abrogate
higher greater more larger increased elevated
lower less fewer smaller reduced decreased
stable unchanged constant steady
similar comparable equivalent equal
differ difference different differential distinct
variable heterogeneous variation vary variability
resist resistant resistance refractory
sensitive susceptible vulnerable susceptibility vulnerability sensitivity
hypersensitive sensitive sensitivity
effective efficacy efficacious effectiveness efficient benefit beneficial
safe safety
side-effect adverse
cost expense price expensive
benefit advantage beneficial
able capable ability capacity potential can
transmit transmission spread
expose exposure
origin originate derive derivation source arise stem
claim assert contend argue allege
last lifetime duration endure
stay remain keep
compatible consistent
hint suggest indicate imply
finish complete conclude
span range lie extend
target targeting
ligand agonist
receptor binding-partner
pathway signaling signalling cascade signal
mechanism process
location localize localization position subcellular
membrane lipid-bilayer
secrete secretion release
transport deliver delivery traffic trafficking
uptake absorption absorb import
degrade degradation breakdown proteolysis
activate activation active
induce cause produce lead trigger provoke generate
pesticide insecticide
exercise physical-activity workout
cognition cognitive
memory mnemonic
vision visual sight
pain analgesia nociception
premature preterm
pregnancy pregnant gestation gestational
nursing breastfeeding lactation
ethnic racial race ethnicity
school education educational
precede before prior earlier pre-date
follow after subsequent later
simultaneously concurrent coincide co-occur
separate distinct independent
combine combination together joint
compare comparison relative versus
vaccine vaccination vaccinate immunization immunize
antibody immunoglobulin
steroid glucocorticoid corticosteroid
antidepressant ssri
kill killing death lethal
marker biomarker indicator
guideline recommendation recommend
lifespan longevity
stem progenitor precursor
teeth tooth dental
sleep sleeping
sugar glucose sucrose
alcohol ethanol drinking
heat thermal temperature
water aqueous
extract essential-oil
pilot preliminary exploratory
specimen sample
replicate reproduce replication
participant attendee
questionnaire survey
believe think
hypothesis hypothesize
bug fault defect
runtime running-time latency
word token
query search
pneumonia lung-infection
excess surplus excessive
adult grown-up
cluster group grouping
accumulate accumulation build-up
phosphorylate phosphorylation
ubiquitin ubiquitination ubiquitinate ubiquitylation
methylate methylation
transcribe transcription transcript
translate translation
splice splicing
fuse fusion
recruit recruitment
translocate translocation
rescue restore restoration recover recovery
maintain maintenance preserve sustain retain
widely broadly
quickly rapidly
prognosis outcome
host recipient
gut intestine intestinal bowel enteric gastrointestinal
"""


@lru_cache(maxsize=1)
def _classes_by_stem() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for number, line in enumerate(CLASSES.split("\n")):
        for word in line.split():
            found.setdefault(stem(word), set()).add(f"#{number}")
    return {key: frozenset(classes) for key, classes in found.items()}


@lru_cache(maxsize=100_000)
def keys(word: str) -> frozenset[str]:
    """The stem of `word` and the classes it belongs to; two words license each other if their keys meet."""
    key = stem(word)
    return _classes_by_stem().get(key, frozenset()) | {key}
