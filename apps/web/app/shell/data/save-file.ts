const RELEASE_AFTER_MS = 60_000;

/** Makes the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers fetch the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
