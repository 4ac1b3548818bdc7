import { DARK, LIGHT } from '@assay/figures';
import { FROM_WIDTH, SHADOWS, SHARED, STILL } from './tokens.ts';

/** The style sheet of the tokens: shared values, light, dark by attribute, and dark by system where no script ran. */
export function tokensCss(): string {
  const light = { 'color-scheme': 'light', ...LIGHT, ...SHADOWS.light };
  const dark = { 'color-scheme': 'dark', ...DARK, ...SHADOWS.dark };
  return [
    '/* Generated from tokens.ts by `npm run -w @assay/ui tokens`. Change it there. */',
    block(':root', SHARED),
    ...Object.entries(FROM_WIDTH).map(([px, values]) => within(`(min-width: ${px}px)`, block(':root', values))),
    block(':root,\n[data-theme="light"]', light),
    block('[data-theme="dark"]', dark),
    within('(prefers-color-scheme: dark)', block(':root:not([data-theme])', dark)),
    within('(prefers-reduced-motion: reduce)', block(':root', STILL)),
    '',
  ].join('\n');
}

function block(selector: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${propertyOf(name)}: ${value};`);
  return `${selector} {\n${lines.join('\n')}\n}`;
}

function propertyOf(name: string): string {
  return name === 'color-scheme' ? name : `--${name}`;
}

function within(media: string, inner: string): string {
  return `@media ${media} {\n${inner
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\n}`;
}
