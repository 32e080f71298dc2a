import { api } from "../api/client.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { strategyShown, view } from "./canvas.tsx";
import * as doc from "./document.ts";
import { exportOpen } from "./export.tsx";
import { chooseFile, openFile, share, tidy } from "./files.ts";
import { stop } from "./playing.ts";
import { presetsOpen } from "./presets.tsx";

interface ToolProps {
  icon: IconName;
  title: string;
  keys?: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
  label?: string;
}

function Tool({ icon, title, keys, onClick, pressed, disabled, label }: ToolProps) {
  return (
    <button
      type="button"
      class="quiet tool"
      title={keys ? `${title} (${keys})` : title}
      aria-label={label ? undefined : title}
      aria-pressed={pressed}
      disabled={disabled ?? false}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label && <span class="label">{label}</span>}
    </button>
  );
}

export function Toolbar() {
  const tool = doc.tool.value;
  const { past, future } = doc.versions.value;
  const take = (next: doc.Tool) => () => {
    stop();
    doc.takeTool(next);
  };
  return (
    <div class="toolbar" role="toolbar" aria-label="Tools">
      {api.solves && (
        <>
          <Tool icon="presets" title="Pick a preset" label="Presets" onClick={() => (presetsOpen.value = true)} />
          <Tool icon="open" title="Open a file" label="Open" onClick={() => chooseFile(openFile)} />
          <Tool
            icon="new"
            title="An empty graph"
            onClick={() => doc.load({ name: "", graph: { vertices: [], edges: [] }, question: doc.now.value.question })}
          />
          <span class="divide" />
        </>
      )}
      <Tool icon="pointer" title="Select and move" keys="Esc" pressed={tool === "select"} onClick={take("select")} />
      <Tool icon="vertex" title="Add vertices" keys="N" pressed={tool === "add"} onClick={take("add")} />
      <Tool icon="edge" title="Connect vertices" keys="C" pressed={tool === "connect"} onClick={take("connect")} />
      <Tool icon="trash" title="Delete" keys="Del" disabled={!doc.selection.value} onClick={doc.remove} />
      <span class="divide" />
      <Tool icon="undo" title="Undo" keys="Ctrl+Z" disabled={past.length === 0} onClick={doc.stepBack} />
      <Tool icon="redo" title="Redo" keys="Ctrl+Y" disabled={future.length === 0} onClick={doc.stepForward} />
      <span class="divide" />
      <Tool icon="fit" title="Show all of it" keys="0" onClick={() => view.value?.fit()} />
      {api.solves && <Tool icon="tidy" title="Lay it out anew" onClick={tidy} />}
      <Tool
        icon="strategy"
        title="Show the strategy"
        keys="S"
        pressed={strategyShown.value}
        onClick={() => (strategyShown.value = !strategyShown.value)}
      />
      <span class="spring" />
      {api.solves && <span class="doc-name">{doc.now.value.name}</span>}
      {location.protocol !== "file:" && (
        <Tool icon="share" title="Copy a link that holds the graph" label="Share" onClick={share} />
      )}
      {api.solves && <Tool icon="save" title="Save as a file" label="Save" onClick={() => (exportOpen.value = true)} />}
    </div>
  );
}
