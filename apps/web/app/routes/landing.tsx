import type { Route } from './+types/landing';

export const meta: Route.MetaFunction = () => [{ title: 'Assay - wallet risk check' }];

export default function Landing() {
  return (
    <main id="main">
      <h1>Test a wallet before you trust it.</h1>
    </main>
  );
}
