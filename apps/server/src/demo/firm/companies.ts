import { familyName, type Tongue } from './names.ts';
import type { Random } from './random.ts';

/** Names no registry knows: a landscape word nobody trades under, and a trade. */
const PLACES: Record<Tongue, readonly string[]> = {
  en: 'Cormorant Cove,Drumlin Hill,Eelgrass,Fiddlehead Flats,Fogbell,Heronwood,Kelpline,Kingfisher Bend,Lantern Hill,Lobsterman’s Rest,Marshgate,Millstream Gully,Nine Fathom,Otterslide,Periwinkle Point,Puffinside,Quillback,Rushlight,Saltbox Lane,Sandpiper Spit,Snowberry,Spruce Hollow,Tamarack Ridge,Ternwater,Tidemark,Tidewinder,Whalebone,Windrow,Winterberry,Yellow Birch'.split(
    ',',
  ),
  fr: 'Anse-aux-Outardes,Baie-des-Hérons,Belle-Grève,Cap-Brumeux,Chemin-des-Bouleaux,Côte-aux-Coques,Dune-Blanche,Grand-Aboiteau,Île-aux-Foins,L’Alouette,La Batture,La Corniche,La Marée haute,La Sittelle,Le Brise-lames,Le Pluvier,Les Éperlans,Les Églantiers,Les Mélèzes,Pointe-aux-Épinettes,Pré-d’en-Haut-Vent,Rivière-aux-Truites,Ruisseau-des-Prés,Trois-Goélands,Vent-du-Large'.split(
    ',',
  ),
};

const TRADES: Record<Tongue, readonly string[]> = {
  en: 'Aggregates,Builders,Construction,Contracting,Developments,Electric,Energy,Engineering,Estates,Excavation,Farms,Fisheries,Forestry,Greenhouses,Holdings,Homes,Landscaping,Marina,Paving,Properties,Realty,Sawmill,Storage,Wind Power'.split(
    ',',
  ),
  fr: 'Aménagement,Arboriculture,Béton,Bleuetière,Chantier naval,Construction,Développement,Électricité,Entrepreneur général,Érablière,Excavation,Ferme,Foresterie,Immobilier,Logements,Marina,Pavage,Pêcheries,Résidences,Scierie,Serres,Terrassement,Tourbière,Vergers'.split(
    ',',
  ),
};

const PARISHES = 'Notre-Dame-des-Flots,Saint-Élie-des-Prés,Saint-Zacharie-de-la-Côte,Sainte-Marthe-du-Cap,Sainte-Odile-du-Marais'.split(
  ',',
);

const FORMS: Record<Tongue, readonly string[]> = {
  en: ['Ltd.', 'Inc.', 'Limited', 'Corp.', 'Ltd.', ''],
  fr: ['Ltée', 'inc.', 'Ltée', 'Limitée', 'et Fils Ltée', ''],
};

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A company, a partnership, a co-operative, a parish, a numbered company: what a surveyor's list of clients is made of. */
export function companyName(random: Random, tongue: Tongue): string {
  const place = random.pick(PLACES[tongue]);
  const form = random.pick(FORMS[tongue]);
  const kind = random.next();
  if (kind < 0.55) return tongue === 'en' ? join(place, random.pick(TRADES.en), form) : join(random.pick(TRADES.fr), place, form);
  if (kind < 0.75) {
    const [one, two] = [familyName(random, tongue), familyName(random, tongue)];
    if (tongue === 'fr') return join(random.pick(TRADES.fr), one, random.chance(0.5) ? `et ${two}` : '', 'Ltée');
    return random.chance(0.5)
      ? `${one} & ${two} ${random.pick(['Law', 'Barristers and Solicitors', 'Consulting'])}`
      : `${one} ${random.pick(TRADES.en)} ${form}`.trim();
  }
  if (kind < 0.83) return tongue === 'en' ? `${place} Community Association` : `Coopérative ${place} Ltée`;
  if (kind < 0.9) return tongue === 'en' ? `${place} Baptist Church` : `Paroisse ${random.pick(PARISHES)}`;
  // The registry has not come to the nine hundred thousands.
  if (kind < 0.95) return `9${String(random.int(0, 99_999)).padStart(5, '0')} ${tongue === 'en' ? 'N.B. Ltd.' : 'N.-B. Ltée'}`;
  return tongue === 'en' ? `Rural Community of ${place}` : `Village de ${place}`;
}

export function isPublicBody(name: string): boolean {
  return /^(Rural Community|Village|Ville) /.test(name);
}

export function isCharity(name: string): boolean {
  return /^(Paroisse )|(Church|Community Association)$/.test(name);
}
