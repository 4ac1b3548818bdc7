import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ErrorPage } from './error-page.tsx';

/** As a loader throws it with `data(sentence, { status })`. */
const refusal = (status: number, data: unknown) => ({ status, statusText: '', internal: false, data });

function pageOf(error: unknown): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => <ErrorPage error={error} /> }]);
  return renderToStaticMarkup(<Stub />);
}

describe('the page of a refusal', () => {
  it.each([
    [403, 'No Access'],
    [400, 'Not a Valid Request'],
    [422, 'Not a Valid Address'],
    [404, 'Page Not Found'],
    [429, 'Too Many Requests'],
  ])('says the sentence of a %i under its own name', (status, title) => {
    const page = pageOf(refusal(status, 'Your role does not allow this.'));
    expect(page).toContain(`<h1>${title}</h1><p>Your role does not allow this.</p>`);
  });

  it('shows nothing of what went wrong inside', () => {
    for (const error of [refusal(500, 'secret of the server'), new Error('secret of the server')]) {
      expect(pageOf(error)).toContain('<h1>Internal Server Error</h1>');
      expect(pageOf(error)).not.toContain('secret');
    }
  });
});
