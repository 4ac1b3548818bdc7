import type { RiskKey } from '@assay/wording';

/** Heraldic hatching: upright lines high, dots medium, slant low, none for what is not attributed. */
export function HatchPatterns({ prefix }: { prefix: string }) {
  return (
    <defs>
      <pattern id={`${prefix}high`} width="4" height="4" patternUnits="userSpaceOnUse">
        <path className="pt-cut" d="M1 0V4" strokeWidth="1" />
      </pattern>
      <pattern id={`${prefix}mid`} width="5" height="5" patternUnits="userSpaceOnUse">
        <circle className="pt-dot" cx="1.2" cy="1.2" r=".85" />
        <circle className="pt-dot" cx="3.7" cy="3.7" r=".85" />
      </pattern>
      <pattern id={`${prefix}low`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="pt-cut" d="M1 0V5" strokeWidth=".7" />
      </pattern>
    </defs>
  );
}

export function hatchFill(prefix: string, group: RiskKey): string {
  return group === 'none' ? 'none' : `url(#${prefix}${group})`;
}
