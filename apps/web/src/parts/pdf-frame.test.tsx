import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PdfFrame } from './pdf-frame.tsx';
import { beNarrow, renderPart } from './render-part.tsx';

it('PDF frame: a wide window shows the PDF within the page', async () => {
  await renderPart(<PdfFrame url="/quote.pdf" title="The quote as a PDF" />);
  expect(screen.getByTitle('The quote as a PDF').getAttribute('src')).toBe('/quote.pdf');
});

it('PDF frame: a phone opens the file itself, in the viewer of the system', async () => {
  beNarrow();
  await renderPart(<PdfFrame url="/quote.pdf" title="The quote as a PDF" />);
  expect(screen.queryByTitle('The quote as a PDF')).toBeNull();
  const link = screen.getByRole('link', { name: 'Open the PDF' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/quote.pdf', '_blank']);
});
