import { type Upload, uploadFile } from '@dmse/contract/files/upload';
import { type SendOptions, sendForm } from '../../api/send-form.ts';

/** Sends a file to the store. */
export function sendFile(file: File, options: SendOptions): Promise<Upload> {
  const form = new FormData();
  form.append('file', file, file.name);
  return sendForm(uploadFile, {}, form, options);
}
