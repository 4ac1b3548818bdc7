import { useEffect } from 'react';
import { ErrorPage, type ErrorPageProps, titleOfError } from './error-page.tsx';
import { LogoHeader } from './header.tsx';

/** The error page where no layout is around it: with a header and a title of its own. */
export function WholeErrorPage(props: ErrorPageProps) {
  const title = titleOfError(props.error);
  // The title of the page that is left comes first in the head.
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return (
    <>
      <title>{title}</title>
      <LogoHeader />
      <ErrorPage {...props} />
    </>
  );
}
