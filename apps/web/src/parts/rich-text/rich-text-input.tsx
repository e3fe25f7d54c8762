import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useId, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';
import { MentionList } from './mention-list.tsx';
import { type Mentions, useMentions } from './use-mentions.ts';

/** What the allow-list knows; everything else of the kit is left out, so that nothing can be typed that would be refused. */
const EXTENSIONS = [
  StarterKit.configure({
    horizontalRule: false,
    heading: { levels: [3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], HTMLAttributes: { rel: 'noopener noreferrer nofollow' } },
  }),
];

type Tool = { name: string; icon: IconName; label: string; run: (editor: Editor) => void };
const TOOLS: readonly Tool[] = [
  { name: 'bold', icon: 'format_bold', label: 'Bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: 'format_italic', label: 'Italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: 'underline', icon: 'format_underlined', label: 'Underline', run: (editor) => editor.chain().focus().toggleUnderline().run() },
  {
    name: 'bulletList',
    icon: 'format_list_bulleted',
    label: 'Bulleted list',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    icon: 'format_list_numbered',
    label: 'Numbered list',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { name: 'blockquote', icon: 'format_quote', label: 'Quotation', run: (editor) => editor.chain().focus().toggleBlockquote().run() },
];

function Tools({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.filter(({ name }) => now.isActive(name)).map(({ name }) => name),
  });
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label="Formatting"
      sx={{ gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider', flexWrap: 'wrap' }}
    >
      {TOOLS.map(({ name, icon, label, run }) => (
        <IconButton
          key={name}
          size="small"
          aria-label={label}
          title={label}
          aria-pressed={active.includes(name)}
          color={active.includes(name) ? 'primary' : 'default'}
          onClick={() => run(editor)}
        >
          <Icon name={icon} size={18} />
        </IconButton>
      ))}
    </Stack>
  );
}

export type RichTextInputProps = {
  label: string;
  /** The document to begin with; the editor keeps its own from then on. */
  initial: object;
  onChange: (document: object) => void;
  error?: string | undefined;
  hint?: string;
  autoFocus?: boolean;
  /** People an @ in the text finds; the one who is chosen is told of. */
  mentions?: Mentions;
};

/** Text with a little formatting. What is typed becomes the editor's document, never HTML. */
export function RichTextInput({ label, initial, onChange, error, hint, autoFocus = false, mentions }: RichTextInputProps) {
  const labelId = useId();
  const mention = useMentions(mentions);
  const made = useRef<Editor | null>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: initial,
    autofocus: autoFocus ? 'end' : false,
    editorProps: {
      handleKeyDown: (_, { key }) => mention.onKey(made.current, key),
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, 'aria-invalid': String(Boolean(error)) },
    },
    onCreate: ({ editor: now }) => {
      made.current = now;
    },
    onUpdate: ({ editor: now }) => onChange(now.getJSON()),
    onTransaction: ({ editor: now }) => mention.follow(now),
    onBlur: () => mention.close(),
  });
  return (
    <Box>
      <Typography id={labelId} variant="caption" component="div" sx={{ color: error ? 'error.main' : 'text.secondary', mb: 1 }}>
        {label}
      </Typography>
      <Box
        sx={{
          border: 1,
          borderColor: error ? 'error.main' : 'inputLine',
          borderRadius: '8px',
          '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
          '& .tiptap': { minHeight: 140, maxHeight: 420, overflowY: 'auto', px: 3, py: 2, outline: 'none' },
          '& .tiptap p': { my: 1 },
          '& .tiptap ul, & .tiptap ol': { pl: 6 },
          '& .tiptap blockquote': { mx: 0, pl: 3, borderLeft: '3px solid', borderColor: 'divider' },
        }}
      >
        {editor ? <Tools editor={editor} /> : null}
        <EditorContent editor={editor} />
        {editor && mention.offer ? (
          <MentionList editor={editor} offer={mention.offer} onChoose={(person) => mention.choose(editor, person)} />
        ) : null}
      </Box>
      {(error ?? hint) ? <FormHelperText error={Boolean(error)}>{error ?? hint}</FormHelperText> : null}
    </Box>
  );
}
