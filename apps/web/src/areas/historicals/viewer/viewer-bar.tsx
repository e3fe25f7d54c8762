import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';
import type { Fit } from './page-view.ts';

export type ViewerBarProps = {
  titleId: string;
  title: string;
  subtitle: string;
  /** The original. */
  url: string | undefined;
  find: string;
  onFind: (find: string) => void;
  /** How many found words are on the page; null while nothing is searched for. */
  words: number | null;
  onNextWord: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: (fit: Fit) => void;
  onRotate: () => void;
  hasText: boolean;
  onText: () => void;
  onPrint?: (() => void) | undefined;
  onClose: () => void;
};

type Act = { label: string; icon: IconName; run: (() => void) | undefined; isOn?: boolean };

function ActButton({ label, icon, run, isOn }: Act) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          aria-label={label}
          {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
          disabled={!run}
          color={isOn ? 'primary' : 'default'}
          onClick={run}
        >
          <Icon name={icon} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

function FindWords({ find, onFind, words, onNextWord }: Pick<ViewerBarProps, 'find' | 'onFind' | 'words' | 'onNextWord'>) {
  const [text, setText] = useState(find);
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ gap: 2, alignItems: 'center', flex: { xs: '1 1 100%', sm: 'none' }, mt: { xs: 2, sm: 0 } }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === find) onNextWord();
        else onFind(text.trim());
      }}
    >
      <TextField
        label="Words on the page"
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ width: { xs: '100%', sm: 190 } }}
      />
      {words === null ? null : (
        <Button size="small" disabled={words === 0} onClick={onNextWord} sx={{ whiteSpace: 'nowrap' }}>
          {words === 0 ? 'Not on this page' : `Next of ${sayCount(words, 'place')}`}
        </Button>
      )}
    </Stack>
  );
}

/** What the viewer shows, and everything that can be done with it. */
export function ViewerBar(props: ViewerBarProps) {
  const { titleId, title, subtitle, url, onFit, hasText } = props;
  const acts: Act[] = [
    { label: 'Zoom out (−)', icon: 'zoom_out', run: props.onZoomOut },
    { label: 'Zoom in (+)', icon: 'zoom_in', run: props.onZoomIn },
    { label: 'Fit the width (W)', icon: 'fit_width', run: () => onFit('width') },
    { label: 'Fit the whole page (F)', icon: 'fit_screen', run: () => onFit('whole') },
    { label: 'Rotate (R)', icon: 'rotate_right', run: props.onRotate },
    { label: 'Text of the page (T)', icon: 'text_fields', run: props.onText, isOn: hasText },
    { label: 'Print this page', icon: 'print', run: props.onPrint },
  ];
  return (
    <Stack
      direction="row"
      sx={{
        flex: 'none',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        px: 3,
        py: 2.5,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ flex: '1 1 180px', minWidth: 0, order: 0 }}>
        <Typography id={titleId} variant="h2" noWrap title={title}>
          {title}
        </Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {subtitle}
        </Typography>
      </Box>
      <Box sx={{ display: 'contents', '& > form': { order: { xs: 2, sm: 1 } } }}>
        <FindWords key={props.find} {...props} />
      </Box>
      <Stack direction="row" role="toolbar" aria-label="Page" sx={{ order: { xs: 3, sm: 2 }, overflowX: 'auto', mx: -1 }}>
        {acts.map((act) => (
          <ActButton key={act.label} {...act} />
        ))}
        {url ? (
          <Tooltip title="Download the original">
            <IconButton component="a" href={url} download aria-label="Download the original">
              <Icon name="download" />
            </IconButton>
          </Tooltip>
        ) : null}
      </Stack>
      <Box sx={{ order: { xs: 1, sm: 3 } }}>
        <IconButton aria-label="Close" onClick={props.onClose}>
          <Icon name="close" />
        </IconButton>
      </Box>
    </Stack>
  );
}
