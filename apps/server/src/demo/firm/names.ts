import type { Random } from './random.ts';

/** The two languages of the province. */
export type Tongue = 'en' | 'fr';

const GIVEN: Record<Tongue, readonly string[]> = {
  en: 'Aaron,Amanda,Andrew,Angela,Beth,Brenda,Brian,Cameron,Carol,Colin,Craig,Darlene,David,Debbie,Derek,Donna,Doug,Ellen,Eric,Gail,Gary,Glen,Grace,Greg,Heather,Holly,Ian,Janet,Jason,Jennifer,Jill,Karen,Keith,Kelly,Kevin,Laura,Leah,Linda,Lori,Mark,Megan,Melissa,Murray,Nancy,Neil,Pam,Patrick,Rachel,Rhonda,Rob,Ross,Sandra,Scott,Shannon,Sheila,Stephen,Susan,Todd,Tracy,Wayne'.split(
    ',',
  ),
  fr: 'Adèle,Alain,Albert,André,Anne-Marie,Annick,Aurèle,Benoît,Bernadette,Camille,Carole,Céline,Chantal,Claude,Daniel,Denise,Donat,Édith,Émile,Éric,Étienne,Eugénie,Euclide,Fernand,François,Gaétan,Geneviève,Gérald,Ghislaine,Gilles,Gisèle,Hélène,Hermel,Jean-Guy,Jeannine,Jérôme,Josée,Julie,Léo,Line,Lise,Lorraine,Luc,Lucie,Marcel,Mathieu,Mélanie,Michel,Monique,Nadine,Noël,Normand,Odette,Omer,Pascal,Patrice,Réal,Réjean,Rémi,Roger,Sylvie,Thérèse,Ulysse,Valérie,Yolande,Yvon,Zoël'.split(
    ',',
  ),
};

const FAMILY: Record<Tongue, readonly string[]> = {
  en: 'Armstrong,Barton,Brewer,Briggs,Brown,Campbell,Carr,Carson,Clark,Colpitts,Cook,Crawford,Dobson,Donovan,Dunn,Estabrooks,Fowler,Fraser,Geldart,Gillespie,Graham,Grant,Hanson,Harper,Hicks,Hunter,Jones,Keith,Kennedy,Kierstead,Lewis,Lockhart,MacDonald,MacKenzie,MacLean,Marsh,McCormick,McGrath,McKay,Miller,Mitton,Morris,Murphy,O’Brien,O’Donnell,Parlee,Price,Reid,Ross,Sears,Sharpe,Smith,Steeves,Stewart,Tait,Taylor,Trites,Ward,Wilson,Wortman'.split(
    ',',
  ),
  fr: 'Albert,Allain,Arsenault,Babineau,Basque,Bastarache,Belliveau,Bernard,Boudreau,Bourgeois,Bourque,Breau,Brideau,Caissie,Chiasson,Comeau,Cormier,Cyr,Daigle,Doiron,Doucet,Duguay,Dugas,Dupuis,Ferron,Frenette,Gallant,Gaudet,Gauvin,Girouard,Godin,Goguen,Gould,Haché,Hébert,Jaillet,Lagacé,Landry,Lanteigne,LeBlanc,LeBouthillier,Léger,Légère,Lévesque,Long,Maillet,Mallet,Martin,Mazerolle,Melanson,Michaud,Nadeau,Noël,Ouellette,Paulin,Pelletier,Poirier,Richard,Robichaud,Roy,Savoie,St-Onge,Thériault,Thibodeau,Vautour'.split(
    ',',
  ),
};

export function tongueOf(random: Random, french = 0.36): Tongue {
  return random.chance(french) ? 'fr' : 'en';
}

export function familyName(random: Random, tongue: Tongue): string {
  return random.pick(FAMILY[tongue]);
}

/** A person's name; now and then one of the other language, as families are. */
export function personName(random: Random, tongue: Tongue): string {
  const given = random.pick(GIVEN[random.chance(0.08) ? (tongue === 'en' ? 'fr' : 'en') : tongue]);
  const initial = random.chance(0.15) ? ` ${'ABCDEFGHJKLMNPRSTW'[random.int(0, 17)]}.` : '';
  return `${given}${initial} ${familyName(random, tongue)}`;
}

/** The part of an address before the @ that people usually get. */
export function mailName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 40);
}

/** What people do at a firm; the French words are those that fit anybody. */
export const POSITIONS: Record<Tongue, readonly string[]> = {
  en: 'Owner,Project Manager,Site Superintendent,Accounts Payable,Office Manager,Town Planner,Engineer,Estimator,'.split(','),
  fr: 'Propriétaire,Gestion de projet,Chef de chantier,Comptes payables,Direction générale,Urbaniste,Ingénierie,Secrétariat,'.split(','),
};

/** Who speaks for a private person. */
export const PRIVATE_POSITIONS: Record<Tongue, readonly string[]> = {
  en: 'Lawyer,Real Estate Agent,Architect,Spouse,Neighbour,'.split(','),
  fr: 'Notaire,Agence immobilière,Architecte,Conjointe,Voisinage,'.split(','),
};

export const LINK_ROLES: readonly string[] = 'Owner,Project manager,Accounts payable,Site contact,Engineer,Lawyer,'.split(',');
export const PRIVATE_ROLES: readonly string[] = 'Lawyer,Agent,Family,'.split(',');
