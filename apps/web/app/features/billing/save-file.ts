const RELEASE_AFTER_MS = 60_000;

/** Lets the browser save bytes under a name. */
export function saveFile(bytes: ArrayBuffer, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}
