export { answerTransactionForm } from './answer-transaction-form.ts';
export { loadMoves } from './load-moves.ts';
export { TransactionPage } from './transaction-page.tsx';
