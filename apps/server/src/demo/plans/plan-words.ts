import type { Tongue } from '../firm/names.ts';
import { isInFeet } from './courses.ts';

/** What stands on every plan, in both languages. */
export const PLAN_WORDS = {
  en: {
    province: 'Province of New Brunswick',
    prepared: 'Prepared for',
    file: 'File No.',
    plan: 'Plan No.',
    scale: 'Scale',
    date: 'Date of survey',
    legend: 'LEGEND',
    found: 'Iron bar found',
    set: 'Iron bar set',
    control: 'Control monument',
    manhole: 'Storm manhole',
    boundary: 'Boundary surveyed',
    notes: 'NOTES',
    courses: 'COURSES',
    coordinates: 'COORDINATES',
    revisions: 'REVISIONS',
    issued: 'Issued for registration',
    drafted: 'Preliminary, for review',
    surveyor: 'LAND SURVEYOR',
    certify: 'I certify that this plan is correct and was made under my direction.',
    structures: 'STORM STRUCTURES',
    structureHead: ['No.', 'Rim', 'Inv. in', 'Inv. out'],
    courseHead: ['Line', 'Bearing', 'Distance'],
    coordinateHead: ['Pt.', 'Easting', 'Northing', 'Monument'],
    revisionHead: ['No.', 'Date', 'Revision', 'By'],
    road: 'Public road',
    house: 'Dwelling, one storey',
    garage: 'Garage',
    adjoining: 'now or formerly',
    area: 'Area',
    fieldNotes: 'FIELD NOTES',
    traverse: 'Traverse around the lot',
    weather: 'Weather: clear, 14 °C. Crew: party chief and two chainmen.',
    closes: 'Closes within',
    fence: 'rail fence',
    inches: ['inch', 'feet'],
    foot: 'ft',
    monument: { found: 'I.B. found', set: 'I.B. set' },
  },
  fr: {
    province: 'Province du Nouveau-Brunswick',
    prepared: 'Préparé pour',
    file: 'Dossier no',
    plan: 'Plan no',
    scale: 'Échelle',
    date: 'Date du levé',
    legend: 'LÉGENDE',
    found: 'Barre de fer trouvée',
    set: 'Barre de fer plantée',
    control: 'Repère géodésique',
    manhole: 'Regard pluvial',
    boundary: 'Limite arpentée',
    notes: 'NOTES',
    courses: 'DIRECTIONS ET DISTANCES',
    coordinates: 'COORDONNÉES',
    revisions: 'RÉVISIONS',
    issued: 'Émis pour enregistrement',
    drafted: 'Préliminaire, pour examen',
    surveyor: 'ARPENTEUR-GÉOMÈTRE',
    certify: 'Je certifie que ce plan est exact et fait sous ma direction.',
    structures: 'OUVRAGES PLUVIAUX',
    structureHead: ['No', 'Couvercle', 'Radier am.', 'Radier av.'],
    courseHead: ['Ligne', 'Direction', 'Distance'],
    coordinateHead: ['Pt', 'Est', 'Nord', 'Borne'],
    revisionHead: ['No', 'Date', 'Révision', 'Par'],
    road: 'Chemin public',
    house: 'Maison d’un étage',
    garage: 'Garage',
    adjoining: 'autrefois ou présentement',
    area: 'Superficie',
    fieldNotes: 'CARNET DE NOTES',
    traverse: 'Cheminement autour du lot',
    weather: 'Météo : clair, 14 °C. Équipe : chef et deux chaîneurs.',
    closes: 'Fermeture',
    fence: 'clôture de perches',
    inches: ['pouce', 'pieds'],
    foot: 'pi',
    monument: { found: 'B.F. trouvée', set: 'B.F. plantée' },
  },
} as const satisfies Record<Tongue, object>;

/** On what the bearings and distances of a year stand. */
export function notesOf(tongue: Tongue, year: number, control: string | null): string[] {
  const feet = isInFeet(year);
  if (tongue === 'fr')
    return [
      feet
        ? 'Les directions sont magnétiques, de l’année du levé.'
        : year < 1997
          ? 'Les directions sont rapportées au quadrillage du Nouveau-Brunswick, système ATS77.'
          : 'Les directions sont rapportées au quadrillage stéréographique double du Nouveau-Brunswick, NAD83(SCRS).',
      feet ? 'Les distances sont en pieds anglais.' : 'Les distances sont en mètres, au niveau du sol.',
      control ? `Rattaché au repère ${control}.` : 'Rattaché à la clôture de l’église.',
      'Les servitudes non enregistrées ne sont pas montrées.',
    ];
  return [
    feet
      ? 'Bearings are magnetic, of the year of the survey.'
      : year < 1997
        ? 'Bearings are referred to the New Brunswick grid, datum ATS77.'
        : 'Bearings are referred to the New Brunswick stereographic double grid, NAD83(CSRS).',
    feet ? 'Distances are in feet.' : 'Distances are in metres, horizontal at ground level.',
    control ? `Tied to control monument ${control}.` : 'Tied to the corner of the old church fence.',
    'Unregistered easements are not shown.',
  ];
}
