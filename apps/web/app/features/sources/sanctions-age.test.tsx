import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SanctionsAge } from './sanctions-age.tsx';

function shown(currentAt: string | null, updateHours = 6): string {
  const list = { title: 'OFAC', currentAt };
  return renderToStaticMarkup(
    <SanctionsAge sanctionsLists={[list]} updateHours={updateHours} readAt="2026-11-29T10:00:00.000Z" />,
  );
}

it('states the age of a list of sanctions that is a few days old, without a warning', () => {
  expect(shown('2026-11-29T04:00:00.000Z')).toContain('<p>OFAC: as of 2026-11-29, less than a day ago.</p>');
  expect(shown('2026-11-22T04:00:00.000Z')).not.toContain('data-type="warn"');
});

it('warns of one that is older than a week, or not there, and says what that means', () => {
  expect(shown('2026-11-21T04:00:00.000Z')).toContain('data-type="warn"');
  expect(shown('2026-08-20T00:00:00.000Z')).toContain(
    'OFAC: as of 2026-08-20, 101 days ago. What was added to it since then is not known here.',
  );
  expect(shown(null)).toContain('OFAC: not loaded. Who is on it is not known here.');
});

it('names the command and the setting that fetch lists where they are not fetched by themselves', () => {
  const page = shown('2026-08-20T00:00:00.000Z', 0);
  expect(page).toContain('Lists are not fetched by themselves here.');
  expect(page).toContain('npm run -s assay -- labels update');
  expect(page).toContain('LABELS_UPDATE_HOURS=6');
  expect(page).not.toContain('fetched from their publishers');
});

it('says how often lists are fetched where they are, and names no command', () => {
  const page = shown('2026-11-29T04:00:00.000Z', 6);
  expect(page).toContain('Lists are fetched from their publishers every 6 hours.');
  expect(page).not.toContain('labels update');
});
