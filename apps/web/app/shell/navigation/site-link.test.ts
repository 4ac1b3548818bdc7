import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const APP = fileURLToPath(new URL('../../', import.meta.url));

it('is the only way from page to page: nobody else takes the router’s own link or navigate', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: APP }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  const offenders = files.filter((file) => {
    const names = /import \{([^}]*)\} from 'react-router'/.exec(readFileSync(path.join(APP, file), 'utf8'))?.[1] ?? '';
    return /(^|[\s,])(Link|NavLink|useNavigate)([\s,]|$)/.test(names);
  });
  expect(offenders).toEqual(['shell/navigation/site-link.tsx']);
});
