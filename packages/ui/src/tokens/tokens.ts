/**
 * Every size and timing of the product; its colours are `colours.ts` of `@assay/figures`. The files of `token-copies.ts`, such as `styles/tokens.css`, are generated
 * from here (`npm run -w @assay/ui tokens`); a test compares them.
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

  /** A code that cameras read needs dark modules on light paper, in both themes. */
  'scan-paper': '#ffffff',
  'scan-ink': '#000000',

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
  't-slide': '420ms',
  't-strike': '90ms',
  't-engrave': '900ms',
} as const;

/** What a wider window changes. Keys are the least width in px. */
export const FROM_WIDTH = {
  546: { gutter: '32px' },
  770: { 'header-h': '72px', gutter: '40px' },
} as const;

/** Under `prefers-reduced-motion` nothing moves. */
export const STILL = {
  't-fast': '0ms',
  't-base': '0ms',
  't-slide': '0ms',
  't-strike': '0ms',
  't-engrave': '0ms',
} as const;

/** Shadows are for what floats, and for the slip of the landing. Nothing else casts one. */
export const SHADOWS = {
  light: {
    'shadow-pop': '0 1px 0 rgb(20 24 31 / 4%), 0 14px 32px -12px rgb(58 46 18 / 24%)',
    'shadow-sheet': '0 1px 0 rgb(20 24 31 / 3%), 0 24px 48px -36px rgb(58 46 18 / 30%)',
    scrim: 'rgb(20 24 31 / 46%)',
    pressed: 'inset 0 2px 0 rgb(0 0 0 / 28%)',
  },
  dark: {
    'shadow-pop': '0 0 0 1px rgb(239 234 223 / 4%), 0 18px 40px -12px rgb(0 0 0 / 70%)',
    'shadow-sheet': 'none',
    scrim: 'rgb(4 6 9 / 66%)',
    pressed: 'inset 0 2px 0 rgb(0 0 0 / 28%)',
  },
} as const;
