/** Hands bytes to the browser's own download, under the name the server gave them unless another is wanted. */
export function saveFile(bytes: Blob, name = bytes instanceof File ? bytes.name : 'download'): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
