import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PdfButton } from './pdf-button.tsx';
import { beNarrow, renderPart } from './render-part.tsx';

it('PDF button: in a wide window it downloads the file under its name', async () => {
  await renderPart(<PdfButton url="/quote.pdf" name="Quote Q26-0001.pdf" />);
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('Quote Q26-0001.pdf');
});

it('PDF button: on a phone it opens the file itself, in the viewer of the system', async () => {
  beNarrow();
  await renderPart(<PdfButton url="/quote.pdf" name="Quote Q26-0001.pdf" />);
  const link = screen.getByRole('link', { name: 'Open the PDF' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/quote.pdf', '_blank']);
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});
