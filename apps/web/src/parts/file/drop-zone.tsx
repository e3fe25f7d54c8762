import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';

export type DropZoneProps = {
  /** What is wanted here: "Attachments". */
  label: string;
  text: ReactNode;
  /** What was dropped or pasted. */
  onFiles: (given: DataTransfer) => void;
  /** The buttons by which files are chosen. */
  children: ReactNode;
};

/** The frame that files are dropped into; what is pasted anywhere on the page goes into it too. */
export function DropZone({ label, text, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !event.clipboardData?.files.length) return;
      event.preventDefault();
      latest.current(event.clipboardData);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer);
      }}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 2,
        p: 5,
        textAlign: 'center',
        borderRadius: '10px',
        border: '1px dashed',
        borderColor: isOver ? 'primary.main' : 'inputLine',
        backgroundColor: isOver ? theme.vars.palette.tint.primary : 'background.paper',
      })}
    >
      <Box sx={{ color: 'text.secondary' }}>
        <Icon name="upload_file" size={28} />
      </Box>
      <Typography sx={{ fontWeight: 500 }}>{label}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text}
      </Typography>
      {children}
    </Box>
  );
}
