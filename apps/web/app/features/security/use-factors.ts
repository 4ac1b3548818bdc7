import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';

export type FactorsState = ReturnType<typeof useFactors>;
export type FactorsData = NonNullable<FactorsState['data']>;
export type FactorFacts = FactorsData['factors'][number];

/** The second factors of the user, and how to remove one. */
export function useFactors() {
  const { data, problem, reload } = useData('factors', (signal) => call('GET /auth/factors', { signal }));
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  return {
    data,
    problem,
    reload,
    isBusy,
    remove: (id: string) =>
      run(async () => {
        await call('DELETE /auth/factors/:id', { id });
        show({ type: 'success', message: 'It was removed.' });
        await reload();
      }),
  };
}
