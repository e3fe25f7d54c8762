/** A sheet is paper in both themes: what is drawn on it is printed and sent to others. */
export const INK = { colour: '#1D1A24', paper: '#FFFFFF', width: 4, thin: 2.5 } as const;
export const LETTERS = { family: "'Inter Variable', Inter, sans-serif", size: 28 } as const;
