import { Font, StyleSheet } from '@react-pdf/renderer';
import { fontFile, INK, LINE, MUTED, PRIMARY, WEIGHTS } from './pdf-look.ts';

Font.register({ family: 'Source Sans 3', fonts: WEIGHTS.map((fontWeight) => ({ src: fontFile(fontWeight), fontWeight })) });
// Words are never broken: a hyphen nobody typed would be in the text people copy.
Font.registerHyphenationCallback((word) => [word]);

export const styles = StyleSheet.create({
  page: {
    fontFamily: 'Source Sans 3',
    fontSize: 10.5,
    lineHeight: 1.35,
    color: INK,
    paddingTop: 40,
    paddingBottom: 60,
    paddingHorizontal: 50,
  },
  head: { flexDirection: 'row', justifyContent: 'space-between', paddingBottom: 12, borderBottomWidth: 1.5, borderBottomColor: PRIMARY },
  firm: { fontSize: 15, fontWeight: 600, lineHeight: 1.2, color: PRIMARY },
  logo: { maxHeight: 44, maxWidth: 200, objectFit: 'contain', objectPosition: 'left top' },
  letterhead: { fontSize: 9, color: MUTED, textAlign: 'right', lineHeight: 1.45 },
  title: { fontSize: 17, fontWeight: 600, lineHeight: 1.25, marginTop: 16 },
  subtitle: { fontSize: 11.5, color: MUTED, marginTop: 2 },
  facts: { flexDirection: 'row', marginTop: 12, gap: 18 },
  fact: { flexGrow: 1, flexBasis: 0 },
  label: { fontSize: 8.5, fontWeight: 500, color: MUTED, marginBottom: 2 },
  strong: { fontWeight: 600 },
  paragraph: { marginTop: 5 },
  heading: { fontSize: 12.5, fontWeight: 600, marginTop: 14, marginBottom: 4, color: PRIMARY },
  group: { fontSize: 10.5, fontWeight: 600, marginTop: 8, color: MUTED },
  task: { marginTop: 6 },
  row: { flexDirection: 'row', paddingVertical: 3, borderBottomWidth: 0.5, borderBottomColor: LINE },
  headRow: { flexDirection: 'row', paddingVertical: 4, borderBottomWidth: 1, borderBottomColor: INK },
  totalRow: { flexDirection: 'row', paddingVertical: 6, borderTopWidth: 1, borderTopColor: INK, marginTop: 1 },
  sumRow: { flexDirection: 'row', paddingVertical: 4 },
  basis: { fontSize: 9.5, color: MUTED, marginTop: 4 },
  what: { flexGrow: 1, flexShrink: 1, flexBasis: 0, paddingRight: 10 },
  hours: { width: 62, textAlign: 'right' },
  amount: { width: 84, textAlign: 'right' },
  small: { fontSize: 9, color: MUTED },
  pageNumber: { position: 'absolute', right: 50, top: 751, width: 120, textAlign: 'right', fontSize: 8.5, color: MUTED },
  sign: { flexDirection: 'row', gap: 28, marginTop: 24 },
  signLine: { flexGrow: 1, flexBasis: 0, borderTopWidth: 0.75, borderTopColor: INK, paddingTop: 3 },
  foot: {
    position: 'absolute',
    left: 50,
    right: 50,
    // From the top of a letter page, with a height of its own: measured from the bottom it drifts a little on every page.
    top: 746,
    height: 20,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 8.5,
    color: MUTED,
    borderTopWidth: 0.5,
    borderTopColor: LINE,
    paddingTop: 5,
  },
});
