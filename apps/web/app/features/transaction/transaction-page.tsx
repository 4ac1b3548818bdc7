import type { TransactionFormAnswer } from './form-answer.ts';
import type { LoadedMoves } from './load-moves.ts';
import { MovedPage } from './moved-page.tsx';
import { NetworkQuestion, RefusedMoves } from './refused-moves.tsx';
import { TransactionEntry } from './transaction-entry.tsx';

export interface TransactionPageProps {
  readonly loaded: LoadedMoves;
  readonly formKey: string;
  readonly answer: TransactionFormAnswer | null;
}

/** A transaction before a payment of it is checked; without one it is asked for. */
export function TransactionPage({ loaded, formKey, answer }: TransactionPageProps) {
  return (
    <main className="page page-text page-transaction" id="main">
      {loaded.is === 'asked' ? (
        <TransactionEntry key={answer?.error} isKeyPossible={loaded.isKeyPossible} answer={answer} />
      ) : (
        <div className="wrap text-body">
          <Looked loaded={loaded} formKey={formKey} answer={answer} />
        </div>
      )}
    </main>
  );
}

interface LookedProps extends TransactionPageProps {
  readonly loaded: Exclude<LoadedMoves, { readonly is: 'asked' }>;
}

function Looked({ loaded, formKey, answer }: LookedProps) {
  const { view } = loaded;
  if (loaded.is === 'not looked up') {
    return (
      <>
        <h1>This transaction cannot be shown</h1>
        <p>{loaded.message}</p>
        <p className="mono tx-id">{view.id}</p>
      </>
    );
  }
  const { found } = loaded;
  switch (found.is) {
    case 'moved':
      return <MovedPage view={view} moved={found} formKey={formKey} answer={answer} />;
    case 'several networks':
      return <NetworkQuestion view={view} networks={found.networks} />;
    case 'refused':
      return <RefusedMoves view={view} refused={found} />;
  }
}
