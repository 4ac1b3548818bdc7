import { useEffect, useState } from 'react';

/**
 * Has a screen reader say the verdict. A region that holds its text as it appears is not read out: the text is put into
 * it afterwards.
 */
export function SaidVerdict({ text }: { readonly text: string | null }) {
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(text ?? ''), [text]);
  return (
    <p className="sr" role="status">
      {said}
    </p>
  );
}
