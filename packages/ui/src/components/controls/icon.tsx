const PATHS = {
  check: 'M4 10.5 8 14.5 16 5.5',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M8 8V3.5h8.5V12H12M3.5 8H12v8.5H3.5z',
  down: 'M5.5 8 10 12.5 14.5 8',
  error: 'M6.8 2.8h6.4l4 4v6.4l-4 4H6.8l-4-4V6.8zM10 6.5v4.5M10 13.3v.3',
  info: 'M3 10a7 7 0 1 1 14 0a7 7 0 1 1-14 0zM10 9v5M10 6.2v.3',
  plus: 'M10 4v12M4 10h12',
  right: 'M3 10h13M11.5 5.5 16 10l-4.5 4.5',
  search: 'M3.5 9a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0zm9.7 4.2 3.6 3.6',
  warn: 'M10 3 17.5 16.5H2.5zM10 8.2v3.8M10 14v.3',
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon. Decoration: the control it sits in has a name of its own. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'i i-sm' : 'i'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
