/**
 * Every colour, size and timing of the product. `styles/tokens.css` is generated from here (`npm run -w @assay/ui
 * tokens`); a test holds the two together. A plain colour fills shapes, its `-ink` twin sets text: never swapped.
 */
export const SHARED = {
  'font-sans': '"Instrument Sans", "Helvetica Neue", Arial, sans-serif',
  'font-mono': '"IBM Plex Mono", "SFMono-Regular", Menlo, Consolas, monospace',

  'text-display': 'clamp(2.625rem, 1.45rem + 4.2vw, 5rem)',
  'text-verdict': 'clamp(1.75rem, 1.35rem + 1.75vw, 2.75rem)',
  'text-h1': 'clamp(1.625rem, 1.45rem + 0.8vw, 2.125rem)',
  'text-h2': 'clamp(1.75rem, 1.4rem + 1.5vw, 2.625rem)',
  'text-h3': '1.25rem',
  'text-lg': '1.125rem',
  'text-md': '1rem',
  'text-sm': '0.875rem',
  'text-xs': '0.8125rem',
  'text-micro': '0.75rem',

  'lead-tight': '1.02',
  'lead-head': '1.14',
  'lead-body': '1.55',
  'lead-ui': '1.35',
  'track-display': '-0.032em',
  'track-head': '-0.018em',
  'track-body': '-0.004em',

  'weight-regular': '400',
  'weight-medium': '500',
  'weight-semi': '600',

  's-1': '4px',
  's-2': '8px',
  's-3': '12px',
  's-4': '16px',
  's-5': '20px',
  's-6': '24px',
  's-8': '32px',
  's-10': '40px',
  's-12': '48px',
  's-16': '64px',
  's-20': '80px',
  's-24': '96px',
  's-32': '128px',

  container: '960px',
  'container-wide': '1200px',
  'container-auth': '560px',
  gutter: '20px',
  'header-h': '60px',

  'radius-0': '0',
  'radius-1': '2px',
  'radius-2': '4px',
  rule: '1px',
  'rule-strong': '1.5px',
  'control-sm': '36px',
  'control-md': '46px',
  'control-lg': '68px',

  ease: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  't-fast': '120ms',
  't-base': '200ms',
  't-strike': '90ms',
  't-engrave': '900ms',
} as const;

/** What a wider window changes. Keys are the least width in px. */
export const FROM_WIDTH = {
  546: { gutter: '32px' },
  770: { 'header-h': '72px', gutter: '40px' },
} as const;

/** Under `prefers-reduced-motion` nothing moves. */
export const STILL = { 't-fast': '0ms', 't-base': '0ms', 't-strike': '0ms', 't-engrave': '0ms' } as const;

export const LIGHT = {
  paper: '#f7f5f0',
  sheet: '#fdfcf9',
  sunk: '#efece4',
  ink: '#14181f',
  'ink-2': '#434a54',
  'ink-3': '#62676f',
  line: '#ddd8cc',
  'line-strong': '#8b8578',
  brass: '#9e7a2f',
  'brass-ink': '#6f540f',
  'brass-wash': '#f0e8d6',
  guilloche: '#a88a4a',
  low: '#2a7565',
  'low-ink': '#1d6051',
  'low-wash': '#e2ece6',
  mid: '#c86a10',
  'mid-ink': '#8c4a00',
  'mid-wash': '#f6e8d6',
  high: '#be2f1d',
  'high-ink': '#9f2614',
  'high-wash': '#f7e2dc',
  none: '#7c7a74',
  action: '#14181f',
  'action-hover': '#2b323d',
  'on-action': '#fbf9f4',
  danger: '#be2f1d',
  'danger-hover': '#9f2614',
  'on-danger': '#fff9f5',
  focus: '#14181f',
  select: '#e9e2d0',
  plate: '#14181f',
  'on-plate': '#efeadf',
  'on-plate-2': '#b9b5aa',
  'plate-line': '#323a46',
  'plate-brass': '#cdae6a',
  'on-plate-brass': '#14120c',
} as const;

export type ColourToken = keyof typeof LIGHT;

export const DARK: Record<ColourToken, `#${string}`> = {
  paper: '#0d1117',
  sheet: '#131921',
  sunk: '#090c11',
  ink: '#efeadf',
  'ink-2': '#bdb8ac',
  'ink-3': '#969289',
  line: '#29313c',
  'line-strong': '#737b87',
  brass: '#cdae6a',
  'brass-ink': '#d9bd7e',
  'brass-wash': '#241f14',
  guilloche: '#a88c50',
  low: '#5fae99',
  'low-ink': '#7cc4b1',
  'low-wash': '#12241f',
  mid: '#e5923c',
  'mid-ink': '#efa95e',
  'mid-wash': '#2a1d0e',
  high: '#ea6a4f',
  'high-ink': '#f58c75',
  'high-wash': '#2e1712',
  none: '#858a92',
  action: '#cdae6a',
  'action-hover': '#dcc086',
  'on-action': '#14120c',
  danger: '#ea6a4f',
  'danger-hover': '#f58c75',
  'on-danger': '#1a0b07',
  focus: '#e6cd94',
  select: '#2a2518',
  plate: '#171e28',
  'on-plate': '#efeadf',
  'on-plate-2': '#bdb8ac',
  'plate-line': '#343d4a',
  'plate-brass': '#cdae6a',
  'on-plate-brass': '#14120c',
};

/** Shadows are for what floats, and for the slip of the landing. Nothing else casts one. */
export const SHADOWS = {
  light: {
    'shadow-pop': '0 1px 0 rgb(20 24 31 / 4%), 0 14px 32px -12px rgb(58 46 18 / 24%)',
    'shadow-sheet': '0 1px 0 rgb(20 24 31 / 3%), 0 24px 48px -36px rgb(58 46 18 / 30%)',
    scrim: 'rgb(20 24 31 / 46%)',
  },
  dark: {
    'shadow-pop': '0 0 0 1px rgb(239 234 223 / 4%), 0 18px 40px -12px rgb(0 0 0 / 70%)',
    'shadow-sheet': 'none',
    scrim: 'rgb(4 6 9 / 66%)',
  },
} as const;
