/**
 * What the engine writes about a run, in French. The left side is the sentence as it stands in the engine, with `{name}` for what is filled in;
 * `{was|were}` are words that go with a number. A value is written as it is, unless it is itself one of these, a number or a list of names.
 * `{name!}`: the value is always one of these; `{name?}`: nothing, or one of those that begin with a blank or a comma. A test reads the engine's own text, so that none is missing.
 */
export const FRENCH_SENTENCES: readonly (readonly [english: string, french: string])[] = [
  // Field app and collector
  [
    '{name} ({code}) was measured but is not in the field app.',
    '{name} ({code}) a été mesuré, mais n’est pas dans l’application de terrain.',
  ],
  [
    '{name} lies {far} from where the tablet was when it was entered.',
    '{name} se trouve à {far} de la position de la tablette au moment de sa saisie.',
  ],
  [
    '{name} is {code} in the collector and {other} in the field app.',
    '{name} : {code} dans le carnet, {other} dans l’application de terrain.',
  ],
  ['{name} ({kind}) is in the field app and was not measured.', '{name} ({kind}) est dans l’application de terrain et n’a pas été mesuré.'],

  // Bases
  ['The run had {count} bases ({bases}); {keys} {lacking!}.', 'La sortie compte {count} bases ({bases}); {keys} {lacking}.'],
  ['has no control that counts', 'n’a aucun point de contrôle retenu'],
  ['has no .ref and .sum file or given position of its own', 'n’a ni fichiers .ref et .sum, ni position qui lui soit propre'],
  [
    '{files} {belongs|belong} to no base of the run by position; a person can say to which.',
    'Fichier qui, par sa position, ne correspond à aucune base de la sortie : {files}. Une personne peut indiquer laquelle.',
  ],
  [
    '{count} {point|points} measured from {first} and from {second} lie {far} apart horizontally and {high} in height: one of the two bases is wrong.',
    'Points mesurés à la fois de {first} et de {second} ({count}) : ils diffèrent de {far} en plan et de {high} en hauteur; l’une des deux bases est erronée.',
  ],
  ['both {first} and {second}', '{first} et {second}'],
  ['two of {bases}', 'deux des bases {bases}'],
  [
    'No point was measured from {bases}: nothing checks one base against the other.',
    'Aucun point n’a été mesuré à la fois de {bases} : rien ne vérifie une base par l’autre.',
  ],
  ['{base}: {sentence!}', '{base} : {sentence}'],

  // Control
  [' and {high} in height', ' et de {high} en hauteur'],
  [
    'After the shift {name} is {far} horizontally{height?} off the published {control}.',
    'Après la translation, {name} s’écarte de {far} en plan{height} du point publié {control}.',
  ],
  ['{name} was shot on {control}, which is marked as destroyed.', '{name} a été mesuré sur {control}, qui est indiqué comme détruit.'],

  // Frame, units, projection
  ['The raw file does not say its unit: metres were assumed.', 'Le fichier brut n’indique pas son unité : le mètre a été supposé.'],
  [
    'The collector worked with a GPS scale of {scale} that does not explain its coordinates: the job is on the ground, not on the grid.',
    'Le carnet a travaillé avec une échelle GPS de {scale} qui n’explique pas ses coordonnées : le travail est au sol, non dans le quadrillage.',
  ],
  [
    'The collector worked {named!}, the office on {crs}: {count} {shot has to be|shots have to be} computed again from latitude and longitude.',
    'Le carnet a travaillé {named}, le bureau dans {crs} : nombre de points à recalculer à partir de la latitude et de la longitude : {count}.',
  ],
  [
    'The collector says that it worked on "{stated}", the office works on {crs}: compute the shots again from latitude and longitude.',
    'Le carnet dit avoir travaillé dans « {stated} », le bureau travaille dans {crs} : recalculer les points à partir de la latitude et de la longitude.',
  ],
  ['on "{name}"', 'dans « {name} »'],
  ['on another grid', 'dans un autre quadrillage'],
  ['on {name}', 'dans {name}'],
  [
    'The raw file is in {unit!}: every length was converted to metres.',
    'Le fichier brut est en {unit} : toutes les longueurs ont été converties en mètres.',
  ],
  ['international feet', 'pieds internationaux'],
  ['US survey feet', 'pieds d’arpentage américains'],
  ['metres', 'mètres'],
  [
    'The collector worked on the ground, {ppm} ppm from the grid, around E {easting}, N {northing}: every coordinate was brought to the grid.',
    'Le carnet a travaillé au sol, à {ppm} ppm du quadrillage, autour de E {easting}, N {northing} : toutes les coordonnées ont été ramenées au quadrillage.',
  ],

  // Geoid
  [
    'No geoid was used: {count} {elevation is a height|elevations are heights} on the ellipsoid.',
    'Aucun géoïde n’a été utilisé : hauteurs sur l’ellipsoïde au lieu d’altitudes (points : {count}).',
  ],
  ["The collector's geoid file does not cover {names}.", 'Le fichier de géoïde du carnet ne couvre pas {names}.'],
  [
    'A geoid file is named, yet nothing was taken off at {names}: these elevations are ellipsoidal heights.',
    'Un fichier de géoïde est nommé, mais rien n’a été soustrait à {names} : ces altitudes sont des hauteurs ellipsoïdales.',
  ],
  [
    'Between {before} and {name} the undulation the collector applied jumps by {jump}.',
    'Entre {before} et {name}, l’ondulation appliquée par le carnet saute de {jump}.',
  ],
  [
    "The collector's geoid gives elevations in {system}, the office keeps {office}: {count} {elevation has|elevations have} to be computed again.",
    'Le géoïde du carnet donne des altitudes dans {system}, le bureau tient {office} : nombre d’altitudes à recalculer : {count}.',
  ],
  [
    'The undulations of the {whose!} lead to elevations in {used}, the office keeps {office}; they lie decimetres apart.',
    'Les ondulations {whose} mènent à des altitudes dans {used}, le bureau tient {office}; l’écart est de plusieurs décimètres.',
  ],
  ['geoid grid {name}', 'de la grille de géoïde {name}'],
  ['PPP report', 'du rapport PPP'],
  [
    'No geoid grid covers {count} {shot|shots} up to {far} km from the base: the undulation at the base was used, which may put elevations off by {least} to {most} cm.',
    'Points hors de toute grille de géoïde, jusqu’à {far} km de la base ({count}) : l’ondulation à la base a été utilisée, ce qui peut fausser les altitudes de {least} à {most} cm.',
  ],

  // Import
  ['{name} was stored {times} times; the last one counts.{away?}', '{name} a été enregistré {times} fois; le dernier compte.{away}'],
  [' The earlier one lies {far} away.', ' Le précédent se trouve à {far}.'],
  ['{name} is also a point of {run}, {far} away.', '{name} est aussi un point de {run}, à {far}.'],
  [
    '{name} was changed in the points file: {far} horizontally and {high} in height against the raw file.',
    '{name} a été modifié dans le fichier de points : {far} en plan et {high} en hauteur par rapport au fichier brut.',
  ],
  [
    '{name} is not in the raw file under this number; it stands exactly where {from} was measured and takes over its measurement.',
    '{name} n’est pas dans le fichier brut sous ce numéro; il se trouve exactement où {from} a été mesuré et en reprend la mesure.',
  ],
  ['{name} was computed by the collector from {names} and {moves!}.', '{name} a été calculé par le carnet à partir de {names} et {moves}.'],
  ['was decided to stay where it is', 'il a été décidé qu’il reste en place'],
  ['moves with them', 'se déplace avec eux'],
  ['{name} {where!}; it was not measured.{moves?}', '{name} {where}; il n’a pas été mesuré.{moves}'],
  ['is stored in the raw file as a computed or typed-in point', 'figure dans le fichier brut comme point calculé ou saisi'],
  ['is only in the points file', 'n’est que dans le fichier de points'],
  [' It was decided that it moves with the run.', ' Il a été décidé qu’il se déplace avec la sortie.'],
  [
    '{name} is in the raw file and was deleted in the collector. It can be imported.',
    '{name} est dans le fichier brut et a été effacé dans le carnet. Il peut être importé.',
  ],
  ['{name}{at?} is not among the shots. {reason!}{more?}', '{name}{at} n’est pas parmi les points. {reason}{more}'],
  [' (line {line} of the raw file)', ' (ligne {line} du fichier brut)'],
  [' It can be imported by its latitude and longitude.', ' Il peut être importé par sa latitude et sa longitude.'],
  ['The points file gives no easting or northing for it.', 'Le fichier de points n’en donne pas les coordonnées.'],
  ['The sight could not be reduced.', 'La visée n’a pu être réduite.'],
  ['The collector printed no grid coordinate for it.', 'Le carnet n’en a écrit aucune coordonnée dans le quadrillage.'],
  ['The raw file gives no easting or northing for it.', 'Le fichier brut n’en donne pas les coordonnées.'],
  ['The coordinates of the occupied point {name} are not known.', 'Les coordonnées du point stationné {name} ne sont pas connues.'],
  ['The angle or the distance is missing.', 'L’angle ou la distance manque.'],
  ['The backsight {name} has no azimuth and no coordinates.', 'La visée arrière {name} n’a ni azimut ni coordonnées.'],
  ['{name} is the same file as {other}: it counts once.', '{name} est le même fichier que {other} : il compte une seule fois.'],
  [
    '{name} repeats {count} {reading|readings} of {other}: each counts once.',
    '{name} répète des lectures de {other} ({count}) : chacune compte une seule fois.',
  ],

  // Localization
  [
    'The raw file used the localization {file} and no .loc file was given.',
    'Le fichier brut a utilisé la localisation {file} et aucun fichier .loc n’a été fourni.',
  ],
  ['{mark} by {far}{height?}', '{mark} de {far}{height}'],
  [' Without {mark} the others fit.', ' Sans {mark}, les autres concordent.'],
  [
    'The marks of the localization do not fit each other: {marks!}.{guess?}',
    'Les repères de la localisation ne concordent pas entre eux : {marks}.{guess}',
  ],
  [
    'The localization scales by {ppm} ppm and turns by {seconds}": two marks may have been mixed up or mistyped.',
    'La localisation met à l’échelle de {ppm} ppm et tourne de {seconds}″ : deux repères ont pu être confondus ou mal saisis.',
  ],
  [
    'The localization stands on {count} marks: with a turn and a scale they always fit, so nothing checks them.',
    'La localisation repose sur {count} repères : avec une rotation et une échelle, ils concordent toujours et rien ne les vérifie.',
  ],
  [
    'The {count} points of the localization lie on one place: how it turns and scales cannot be solved.',
    'Les {count} points de la localisation sont au même endroit : sa rotation et son échelle ne peuvent être résolues.',
  ],
  ['The localization point {name} lacks a coordinate.', 'Il manque une coordonnée au point de localisation {name}.'],
  [
    'The localization point {name} lies outside the office coordinate system.',
    'Le point de localisation {name} est hors du système de coordonnées du bureau.',
  ],
  ['The geoid grid does not cover the localization point {name}.', 'La grille de géoïde ne couvre pas le point de localisation {name}.'],

  // Points of one place
  [
    '{first} and {second} are both {code} and {far} apart: one point shot twice, or two?',
    '{first} et {second} portent le code {code} et sont à {far} l’un de l’autre : un point mesuré deux fois, ou deux points?',
  ],
  ['{first} ({code}) and {second} ({other}) stand {far} apart.', '{first} ({code}) et {second} ({other}) sont à {far} l’un de l’autre.'],

  // Quality
  [
    'The resection {name} has residuals beyond tolerance (distance {far}, elevation {high}, angle {angle}").',
    'La station libre {name} a des résidus hors tolérance (distance {far}, altitude {high}, angle {angle}″).',
  ],
  [
    'From {occupied} the backsight {name} was measured {far} off in distance and {high} in height.',
    'De {occupied}, la visée arrière {name} s’écarte de {far} en distance et de {high} en hauteur.',
  ],
  [
    '{name} is uncertain: {h_word} {far} (limit {most_far}), {v_word} {high} (limit {most_high}).',
    '{name} est incertain : {h_word} {far} (limite {most_far}), {v_word} {high} (limite {most_high}).',
  ],
  ['not given', 'non indiqué'],
  ['{name} has status {status}, not FIXED.', '{name} a l’état {status}, non FIXED.'],
  ['{name}: the raw file does not say that the solution was fixed.', '{name} : le fichier brut n’indique pas que la solution était fixe.'],
  ['{name}: {faults!}.', '{name} : {faults}.'],
  ['PDOP {value} (limit {most})', 'PDOP {value} (limite {most})'],
  ['{count} satellites (at least {least})', '{count} satellites (au moins {least})'],
  ['corrections {age} s old (limit {most} s)', 'corrections datant de {age} s (limite {most} s)'],
  ['{name} has no code.', '{name} n’a pas de code.'],
  ['{name}: {words} is not in the code list.', '{name} : {words} n’est pas dans la liste des codes.'],
  ['without a code', 'sans code'],
  [
    'The shots under {name} lie up to {far} horizontally and {high} in height from their mean.',
    'Les mesures sous {name} s’écartent jusqu’à {far} en plan et {high} en hauteur de leur moyenne.',
  ],
  [
    'From {name} on the rod is {is}; it was {was} until {before}.',
    'À partir de {name}, la canne est de {is}; elle était de {was} jusqu’à {before}.',
  ],
  [
    '{first} and {second} are one place with two rods ({rods} apart) and differ by {high} in height: one rod may be wrong.',
    '{first} et {second} sont au même endroit avec deux hauteurs de canne (écart de {rods}) et diffèrent de {high} en hauteur : l’une peut être erronée.',
  ],
  ['{name} was measured with a rod of 0 m.', '{name} a été mesuré avec une canne de 0 m.'],

  // Shifts
  [
    '{names} {was|were} shot {side!} the localization, {count} others {other!} it: re-shift one side by its own figures, or leave it out.',
    '{names} : mesuré {side} la localisation, {count} autres {other} : déplacer un côté par ses propres valeurs, ou le laisser de côté.',
  ],
  ['before', 'avant'],
  ['after', 'après'],
  [
    '{name} was shot {side!} the localization, unlike most of the file.',
    '{name} a été mesuré {side} la localisation, contrairement à la plupart.',
  ],
  [
    'The run used {count} localization files; {names} {does|do} not belong to the one of the others.',
    'La sortie a utilisé {count} fichiers de localisation; ne relève pas de celui des autres : {names}.',
  ],
  ['{names} {has|have} no shift.{why}', 'Sans translation : {names}.{why}'],
  [' {sentence!}', ' {sentence}'],
  ['No shift has been decided yet ({count} shots).', 'Aucune translation n’a encore été décidée ({count} points).'],
  [
    'The coordinates of {names} were changed after the shift was applied to them: apply the shifts again.',
    'Les coordonnées de {names} ont été modifiées après la translation : appliquer de nouveau les translations.',
  ],
  [
    '{name} is not explained by the shift: computed from the raw file it comes out {far} away horizontally{height?}.',
    '{name} n’est pas expliqué par la translation : calculé à partir du fichier brut, il s’en écarte de {far} en plan{height}.',
  ],
  ['{east} in easting, {north} in northing and {high} in height', '{east} vers l’est, {north} vers le nord et {high} en hauteur'],
  [
    'The .loc file does not explain the shots: all {count} are off by {by!}. It may be the localization of another day or job.',
    'Le fichier .loc n’explique pas les points : les {count} s’écartent de {by}. C’est peut-être la localisation d’un autre jour ou dossier.',
  ],
  [
    'All {count} shots are off by {by!} from what the raw file gives: the shift does not belong to them.',
    'Les {count} points s’écartent de {by} de ce que donne le fichier brut : la translation n’est pas la leur.',
  ],
  [
    'it is on the other side of the localization and no .loc file says by how much.',
    'il est de l’autre côté de la localisation et aucun fichier .loc ne dit de combien.',
  ],
  ['no control that counts was shot from its base.', 'aucun point de contrôle retenu n’a été mesuré de sa base.'],
  ['it is not known from which base it was measured.', 'on ne sait pas de quelle base il a été mesuré.'],
  ['the position of its base {base} is not known yet.', 'la position de sa base {base} n’est pas encore connue.'],
  ['no shot of the run could be computed from the raw file.', 'aucun point de la sortie n’a pu être calculé à partir du fichier brut.'],
  [
    'its elevation cannot be computed: no undulation is known here.',
    'son altitude ne peut être calculée : aucune ondulation n’est connue ici.',
  ],
  ['The base lies outside the office coordinate system.', 'La base est hors du système de coordonnées du bureau.'],
  ['The shot is localized and no .loc file was given.', 'Le point est localisé et aucun fichier .loc n’a été fourni.'],
  [
    'No undulation is known here: the geoid grid does not cover it and the PPP report gives none.',
    'Aucune ondulation n’est connue ici : la grille de géoïde ne couvre pas l’endroit et le rapport PPP n’en donne aucune.',
  ],
  [
    'The collector used a geoid, but the raw file does not tell what it took off.',
    'Le carnet a utilisé un géoïde, mais le fichier brut ne dit pas ce qu’il a soustrait.',
  ],
  [
    'The run had no base of its own (network corrections): there is no base shift. Use no shift, or control points.',
    'La sortie n’avait pas de base propre (corrections d’un réseau) : il n’y a pas de translation par la base. Choisir aucune translation, ou les points de contrôle.',
  ],
  ['The .ref file holds no position.', 'Le fichier .ref ne contient aucune position.'],
  ['The raw file does not give the position of the base.', 'Le fichier brut ne donne pas la position de la base.'],
  ['The PPP report holds no position.', 'Le rapport PPP ne contient aucune position.'],
  ['The .ref file of the base is missing.', 'Le fichier .ref de la base manque.'],
  ['The PPP report (.sum) of the base is missing.', 'Le rapport PPP (.sum) de la base manque.'],

  // PPP report and reference file
  [
    'The PPP position is in {found}, not in {frame}; that is more than a metre away. Ask for it again in {again}.',
    'La position PPP est dans {found}, non dans {frame}; l’écart dépasse un mètre. La redemander dans {again}.',
  ],
  ['The PPP report does not print its epoch; it should be {epoch}.', 'Le rapport PPP n’indique pas son époque; elle devrait être {epoch}.'],
  [
    'The PPP position is at epoch {found}, the office works at {epoch}; the ground moves about 2 mm a year.',
    'La position PPP est à l’époque {found}, le bureau travaille à {epoch}; le sol se déplace d’environ 2 mm par an.',
  ],
  [
    'The PPP report is in {system}, the {raw file|geoid grid} in {wanted}; they lie decimetres apart.',
    'Le rapport PPP est dans {system} au lieu de {wanted}; l’écart est de plusieurs décimètres.',
  ],
  ['{sigma} m at 95 %, limit {limit} m', '{sigma} m à 95 %, limite {limit} m'],
  [
    'The {word!} of the base is uncertain: {figures!}. A longer log would help.',
    'Position de la base incertaine ({word}) : {figures}. Un enregistrement plus long aiderait.',
  ],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
  ['height', 'hauteur'],
  ['The PPP report is of a moving antenna.', 'Le rapport PPP est celui d’une antenne en mouvement.'],
  [
    'PPP did not find the antenna in its list: the height may be wrong by a decimetre.',
    'PPP n’a pas trouvé l’antenne dans sa liste : la hauteur peut être fausse d’un décimètre.',
  ],
  [
    'PPP used an antenna height of {found} m, the raw file has {wanted} m: every elevation would be off by {away} m.',
    'PPP a utilisé une hauteur d’antenne de {found} m, le fichier brut indique {wanted} m : toutes les altitudes seraient fausses de {away} m.',
  ],
  [
    'The PPP position lies {away} from {whose!}: it is the report of another base.',
    'La position PPP se trouve à {away} de {whose} : c’est le rapport d’une autre base.',
  ],
  ['The PPP height is {away} m away from that of {whose!}.', 'La hauteur PPP s’écarte de {away} m de celle de {whose}.'],
  ['the base of the .ref file', 'la base du fichier .ref'],
  ['the base {name}', 'la base {name}'],
  ['{from} to {to}', '{from} à {to}'],
  [
    'The base log runs from {span}; the shots do not fall into it. It may be the log of another day.',
    'L’enregistrement de la base va de {span}; les points n’y tombent pas. C’est peut-être celui d’un autre jour.',
  ],
  [
    'The base log is named {other}, the raw file {job}: it may belong to another job.',
    'L’enregistrement de la base est nommé {other}, le fichier brut {job} : il peut être d’un autre dossier.',
  ],
  [
    'PPP used {kind!} orbits; final ones appear after about two weeks.',
    'PPP a utilisé des orbites {kind}; les finales paraissent après environ deux semaines.',
  ],
  ['final', 'finales'],
  ['rapid', 'rapides'],
  ['ultra', 'ultra-rapides'],
  [
    'The geoid grid {name} does not cover the base; the undulation of the PPP report is used.',
    'La grille de géoïde {name} ne couvre pas la base; l’ondulation du rapport PPP est utilisée.',
  ],
  [
    'At the base the geoid grid gives {value} m and the PPP report {other} m: they are different models.',
    'À la base, la grille de géoïde donne {value} m et le rapport PPP {other} m : ce sont des modèles différents.',
  ],
  [
    'The .ref file is {far} m away from the base {name}: it belongs to another base.',
    'Le fichier .ref est à {far} m de la base {name} : il est d’une autre base.',
  ],
  ['The .ref file and the base {name} are {far} m apart.', 'Le fichier .ref et la base {name} sont à {far} m l’un de l’autre.'],
  [
    'The .ref file has the base at {height} m, the raw file its mark at {mark} m.',
    'Le fichier .ref place la base à {height} m, le fichier brut son repère à {mark} m.',
  ],

  // Time
  [
    '{name} follows {before} in the raw file but was measured {seconds} s earlier.',
    '{name} suit {before} dans le fichier brut, mais a été mesuré {seconds} s plus tôt.',
  ],
  [
    "The collector's clock differs from GPS time ({zone}) by up to {worst} at {names}.",
    'L’horloge du carnet diffère de l’heure GPS ({zone}) jusqu’à {worst} à {names}.',
  ],
  ['{names} {was|were} measured on {day}, the run is of {date}.', 'Mesuré le {day}, alors que la sortie est du {date} : {names}.'],

  // Pipes
  [
    'Pipe {name} has no structure at its {word!}: is it an outfall, a plug, or unknown?',
    'La conduite {name} n’a pas d’ouvrage à son {word} : est-ce un exutoire, un bouchon ou une fin inconnue?',
  ],
  [
    'The {word!} of pipe {name}{at?} is not matched to a processed structure.',
    'Conduite {name} : son {word}{at} n’est associé à aucun ouvrage traité.',
  ],
  [' ({name})', ' ({name})'],
  ['start', 'début'],
  ['end', 'bout'],
  ['Pipe {name} is marked "{direction!}" at both of its ends.', 'La conduite {name} est indiquée « {direction} » à ses deux bouts.'],
  ['in', 'entrée'],
  ['out', 'sortie'],
  ['Pipe {name} rises {slope} % in the direction of its flow.', 'La conduite {name} monte de {slope} % dans le sens de l’écoulement.'],
  ['Pipe {name} has a slope of {slope} %.', 'La conduite {name} a une pente de {slope} %.'],
  ['The ends of pipe {name} are {far} m apart.', 'Les bouts de la conduite {name} sont à {far} m l’un de l’autre.'],
  [
    'At {structure} the invert of pipe {name} ({invert}) lies above the rim ({rim}).',
    'À {structure}, le radier de la conduite {name} ({invert}) est plus haut que le cadre ({rim}).',
  ],
  [
    'At {structure} the invert of pipe {name} ({invert}) lies below the sump ({sump}).',
    'À {structure}, le radier de la conduite {name} ({invert}) est plus bas que le puisard ({sump}).',
  ],
  [
    'At {structure} the pipe shrinks downstream: {first} is {wide} mm, {second} {narrow} mm.',
    'À {structure}, la conduite rétrécit vers l’aval : {first} a {wide} mm, {second} {narrow} mm.',
  ],

  ['Pipes {names} leave {structure} in the same direction.', 'Les conduites {names} partent de {structure} dans la même direction.'],

  // Decisions, and those that do not fit the files
  ['{names} cannot be imported: the files do not list them so.', '{names} ne peut être importé : les fichiers ne le donnent pas ainsi.'],
  ['No shot has the description "{from}".', 'Aucun point n’a la description « {from} ».'],
  ['None of {names} was measured under {first} or {second}.', 'Rien de {names} n’a été mesuré sous {first} ou {second}.'],
  ['The field-app shot is no longer there.', 'Le point de l’application de terrain n’y est plus.'],
  ['{name} was measured: it moves with the run in any case.', '{name} a été mesuré : il se déplace avec la sortie de toute façon.'],
  ['moves with the run', 'se déplace avec la sortie'],
  ['stays where it is', 'reste en place'],
  ['The run has no base {base}.', 'La sortie n’a pas de base {base}.'],
  ['The run has no .ref or .sum file named {file}.', 'La sortie n’a pas de fichier .ref ou .sum nommé {file}.'],
  ['The raw file gives no antenna height for the base {base}.', 'Le fichier brut ne donne pas la hauteur d’antenne de la base {base}.'],
  ['{names} {is|are} not in the run.', 'Pas dans la sortie : {names}.'],
  ['{name} is one point, not two.', '{name} est un seul point, non deux.'],
  [
    'A typed shift takes the place of a computed one: choose it with no shift or with control points.',
    'Une translation saisie remplace celle qui est calculée : la choisir sans translation ou avec les points de contrôle.',
  ],
  ['A typed shift needs a reason.', 'Une translation saisie doit être motivée.'],
  [
    'A localization and a shift cannot both be applied to coordinates from the raw file.',
    'Une localisation et une translation ne peuvent toutes deux s’appliquer aux coordonnées du fichier brut.',
  ],
  [
    'No mark of a .loc file counts: there is nothing to localize by.',
    'Aucun repère d’un fichier .loc n’est retenu : rien ne permet de localiser.',
  ],
  [
    'The collector used every mark: leaving one out needs coordinates from the raw file.',
    'Le carnet a utilisé tous les repères : en laisser un de côté exige les coordonnées du fichier brut.',
  ],
  [
    'No control that was shot is chosen: there is nothing to shift by.',
    'Aucun point de contrôle mesuré n’est choisi : rien ne permet une translation.',
  ],
  ['The control point is no longer there.', 'Le point de contrôle n’y est plus.'],
  ['The position lies outside the office coordinate system.', 'La position est hors du système de coordonnées du bureau.'],
  ['{name} has no elevation: a base needs one.', '{name} n’a pas d’altitude : une base en a besoin.'],
  [
    'No undulation is known at the base {base}: give its height on the ellipsoid.',
    'Aucune ondulation n’est connue à la base {base} : donner sa hauteur sur l’ellipsoïde.',
  ],
  ['The run has no points file named {file}.', 'La sortie n’a pas de fichier de points nommé {file}.'],
  [
    'This blocks the run: it can be settled or waived, not ignored.',
    'Ceci bloque la sortie : on peut le régler ou y déroger, non l’ignorer.',
  ],
  ['What was ignored is not there any more.', 'Ce qui était ignoré n’y est plus.'],
  ['{from} to {to} is no range of measured shots.', '{from} à {to} n’est pas une suite de points mesurés.'],
  ['No shot from {from} to {to} was measured with {height!}.', 'Aucun point de {from} à {to} n’a été mesuré avec {height}.'],
  ['any {what!} height', 'une hauteur ({what})'],
  ['a {what!} height of {was}', 'une hauteur ({what}) de {was}'],
  ['rod', 'canne'],
  ['instrument', 'instrument'],
  ['The run has no raw file named {file}.', 'La sortie n’a pas de fichier brut nommé {file}.'],
  ['{file} has no point {name}.', '{file} n’a pas de point {name}.'],
  ['A point needs a name.', 'Un point doit avoir un nom.'],
  ['{name} of {file} cannot be renamed: {to} is taken.', '{name} de {file} ne peut être renommé : {to} est pris.'],
  ['{what!} height corrected from {was} to {is}', 'hauteur ({what}) corrigée de {was} à {is}'],
  ['antenna height corrected from {was} to {is}', 'hauteur d’antenne corrigée de {was} à {is}'],
  ['description "{from}" corrected to "{to}"', 'description « {from} » corrigée en « {to} »'],
  ['average of {names}', 'moyenne de {names}'],
  ['gave way to {name}', 'a cédé la place à {name}'],
  ['left out', 'laissé de côté'],
  ['{conflict} (no longer found)', '{conflict} (n’existe plus)'],
  ['{names}: left as they are beside points of the same place.', '{names} : laissés tels quels auprès de points du même endroit.'],
  [', {far} apart,', ', à {far} l’un de l’autre,'],
  ['{first} and {second}{apart?} stay two points.', '{first} et {second}{apart} restent deux points.'],

  ['{name} {gone!} already.', '{name} {gone} auparavant.'],
  ['was left out', 'a été laissé de côté'],
  ['gave way to another point', 'a cédé la place à un autre point'],

  // The shift that was decided
  ['No shift.', 'Aucune translation.'],
  ['No shift', 'Aucune translation'],
  ['Base shift (HPN)', 'Translation par la base (HPN)'],
  ['Shift by control points', 'Translation par points de contrôle'],
  ['Typed shift', 'Translation saisie'],
  [', from {count} {control|controls}', ', points de contrôle : {count}'],
  ['{kind!}{of?}: {vector!}{from?}.', '{kind}{of} : {vector}{from}.'],
  [' of {base}', ', base {base}'],
  ['{east} east, {north} north, {up} up', '{east} vers l’est, {north} vers le nord, {up} en altitude'],
  ['Coordinates are computed from the raw file.', 'Les coordonnées sont calculées à partir du fichier brut.'],
  ['Coordinates come from the points file.', 'Les coordonnées viennent du fichier de points.'],
  ['Typed by {who} because: {why}', 'Saisie par {who}, motif : {why}'],
  ['Decided by {who}.', 'Décidé par {who}.'],

  // Where positions and undulations come from
  ['published {name}', '{name}, publié'],
  ['typed', 'saisie'],
  ['PPP report, at the base', 'rapport PPP, à la base'],
  ["{source}, with the slope of the collector's geoid", '{source}, avec la pente du géoïde du carnet'],
  ['{grid}, at the base', '{grid}, à la base'],
  ['collector', 'carnet'],
];
