import type { AlertFacts } from './alerts.tsx';

/** The alert of a check that was refused with 403 (row ERR-02): no checks left, or a suspended account. */
export function refusalAlert({
  errorName,
  message,
}: {
  readonly errorName: string;
  readonly message: string;
}): AlertFacts {
  const isEmpty = errorName === 'NotEnoughChecks';
  return {
    type: 'error',
    message,
    ...(isEmpty ? { link: { target: '/account?tab=tariffs', label: 'Buy checks' } } : {}),
  };
}
