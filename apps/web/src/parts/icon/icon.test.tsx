import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FIRST_ICONS } from './icons-first.generated.ts';
import { LATER_ICONS } from './icons-later.generated.ts';

afterEach(() => {
  vi.doUnmock('./icons-later.generated.ts');
  vi.resetModules();
});

/** The part as a page has it that was opened just now. */
async function freshIcon() {
  vi.resetModules();
  const { Icon } = await import('./icon.tsx');
  return Icon;
}

function drawn(label: string): string | null | undefined {
  return screen.getByRole('img', { name: label }).querySelector('path')?.getAttribute('d');
}

describe('Icon', () => {
  it('draws what the shell needs at once', async () => {
    const Icon = await freshIcon();
    render(<Icon name="search" label="Search" />);
    expect(drawn('Search')).toBe(FIRST_ICONS.search);
  });

  it('keeps the place of another until its drawing has come', async () => {
    const Icon = await freshIcon();
    render(<Icon name="satellite_alt" label="Satellites" />);
    expect(drawn('Satellites')).toBeNull();
    await waitFor(() => expect(drawn('Satellites')).toBe(LATER_ICONS.satellite_alt));
  });

  it('asks again after drawings could not be fetched', async () => {
    vi.doMock('./icons-later.generated.ts', () => {
      throw new Error('no network');
    });
    const Icon = await freshIcon();
    const { unmount } = render(<Icon name="satellite_alt" label="Satellites" />);
    await vi.dynamicImportSettled();
    expect(drawn('Satellites')).toBeNull();
    unmount();
    vi.doUnmock('./icons-later.generated.ts');
    render(<Icon name="satellite_alt" label="Satellites" />);
    await waitFor(() => expect(drawn('Satellites')).toBe(LATER_ICONS.satellite_alt));
  });

  it('has every drawing of the shell, Home and messages in the first file, and none twice', () => {
    const sources = import.meta.glob<string>(
      [
        '../../app/*.tsx',
        '../../app/bar/*.{ts,tsx}',
        '../../app/routes/navigation.ts',
        '../../areas/home/*.tsx',
        '../{page,toast,notice}/*.tsx',
        '!../../**/*.test.tsx',
      ],
      { query: '?raw', import: 'default', eager: true },
    );
    const words = Object.values(sources).flatMap((text) => [...text.matchAll(/['"]([a-z_]+)['"]/g)].map((match) => match[1]!));
    expect(words).toContain('search_off');
    expect(words.filter((word) => word in LATER_ICONS)).toEqual([]);
    expect(Object.keys(FIRST_ICONS).filter((name) => name in LATER_ICONS)).toEqual([]);
  });
});
