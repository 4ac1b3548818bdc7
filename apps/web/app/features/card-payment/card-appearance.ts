import type { CardAppearance } from './card-script.ts';

/** Our tokens, and what the provider's form calls them. */
const VARIABLES = {
  colorBackground: '--sheet',
  colorText: '--ink',
  colorTextSecondary: '--ink-2',
  colorTextPlaceholder: '--ink-3',
  colorPrimary: '--focus',
  colorDanger: '--high-ink',
} as const;

/** The form of the provider in our colours, as the page uses them now. */
export function cardAppearance(): CardAppearance {
  const styles = getComputedStyle(document.documentElement);
  const variables = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, token]) => [name, styles.getPropertyValue(token).trim()]),
  );
  return { theme: isDark() ? 'night' : 'stripe', variables: { ...variables, borderRadius: '4px' } };
}

function isDark(): boolean {
  return document.documentElement.dataset['theme'] === 'dark';
}
