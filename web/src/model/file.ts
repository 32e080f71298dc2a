import type { FileSent } from "../api/types.ts";

/** A file as the server takes it: text where it is text, base 64 otherwise. */
export async function readFile(file: File): Promise<FileSent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return {
      name: file.name,
      content: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: "text",
    };
  } catch {
    let binary = "";
    for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return { name: file.name, content: btoa(binary), encoding: "base64" };
  }
}

/** Hands a file to the browser to be saved. */
export function saveFile(name: string, content: string, encoding: "text" | "base64") {
  const data = encoding === "text" ? content : Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([data]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
