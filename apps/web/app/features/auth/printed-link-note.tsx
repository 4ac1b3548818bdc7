/** Where the demo account would be, for a browser on this machine that has not opened the link of the terminal. */
export function PrintedLinkNote() {
  return (
    <p className="auth-note">
      Did you start this server yourself? Open the link printed in its terminal to use the demo account and the outbox.
    </p>
  );
}
