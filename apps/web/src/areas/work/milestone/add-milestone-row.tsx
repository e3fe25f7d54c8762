import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';

export type AddMilestoneRowProps = {
  task: { id: number; name: string };
  /** Usual milestones, offered while typing. */
  templates: readonly { id: number; name: string }[];
  onAdd: (name: string, template: number | undefined) => Promise<unknown>;
  onClose: () => void;
};

/** The line a new milestone is typed into. Enter adds it and goes on to the next one; Esc ends it. */
export function AddMilestoneRow({ task, templates, onAdd, onClose }: AddMilestoneRowProps) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const list = `milestone-templates-${task.id}`;

  async function add(): Promise<void> {
    const name = text.trim();
    if (name === '' || isBusy) return;
    setBusy(true);
    try {
      await onAdd(name, templates.find((template) => template.name === name)?.id);
      setText('');
      setRefusal('');
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Enter') void add();
    if (event.key === 'Escape') onClose();
  }

  return (
    <tr aria-level={3} className="row add">
      <td className="grip" />
      <td className="pick" />
      <td className="name">
        <div className="line">
          <input
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this line
            autoFocus
            type="text"
            list={list}
            value={text}
            maxLength={200}
            readOnly={isBusy}
            placeholder="Name of the milestone, then Enter"
            aria-label={`New milestone of ${task.name}`}
            aria-invalid={refusal !== ''}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <datalist id={list}>
            {templates.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </div>
      </td>
      <td className="why" colSpan={4}>
        {refusal ? (
          <span className="text-error" role="alert">
            {refusal}
          </span>
        ) : null}
      </td>
      <td className="acts">
        <div className="line">
          <button type="button" className="icon-button" aria-label="Stop adding milestones" title="Stop adding" onClick={onClose}>
            <Icon name="close" size={18} />
          </button>
        </div>
      </td>
    </tr>
  );
}
