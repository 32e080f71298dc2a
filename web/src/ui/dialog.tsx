import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

/** A dialog of the browser's own: it keeps the focus, closes by Escape and by a click beside it. */
export function Dialog({ open, title, onClose, children, wide }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={ref}
      class={wide ? "wide" : undefined}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div class="dialog">
          <header>
            <h2>{title}</h2>
            <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
              ×
            </button>
          </header>
          <div class="dialog-body">{children}</div>
        </div>
      )}
    </dialog>
  );
}
