import { useSettings } from '../../../session/settings.ts';

/** What a scan may be; the server looks again, at the bytes. Some browsers know a TIFF by its ending only. */
export const SCAN_KINDS = ['application/pdf', 'image/tiff', 'image/jpeg', 'image/png', '.tif', '.tiff'] as const;

const MAX_SCAN_BYTES = 200 * 1024 * 1024;

/** How large a scan may be, by the firm's own limit too. */
export function useMaxScanBytes(): number {
  return Math.min(useSettings().max_upload_bytes, MAX_SCAN_BYTES);
}
