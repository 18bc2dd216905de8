// JSON to YAML as kubectl writes it: block style, two spaces, sequences at their parent's indent.

const PLAIN = /^[A-Za-z_./][A-Za-z0-9_./@%+ ()=,;:-]*$/;
const AMBIGUOUS = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+]?[0-9.].*)$/i;

function scalar(value) {
  if (value === null) return "null";
  if (typeof value !== "string") return String(value);
  if (
    PLAIN.test(value) &&
    !AMBIGUOUS.test(value) &&
    !value.includes(": ") &&
    !value.includes(" #") &&
    !value.endsWith(":") &&
    !value.endsWith(" ")
  )
    return value;
  return JSON.stringify(value);
}

const isEmpty = (value) =>
  Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;

function write(value, indent, out, first) {
  const pad = " ".repeat(indent);
  if (Array.isArray(value)) {
    for (const item of value) {
      if (item !== null && typeof item === "object" && !isEmpty(item)) {
        const lines = [];
        write(item, indent + 2, lines, "");
        lines[0] = `${pad}- ${lines[0].slice(indent + 2)}`;
        out.push(...lines);
      } else out.push(`${pad}- ${leaf(item)}`);
    }
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const name = scalar(key);
    if (item !== null && typeof item === "object" && !isEmpty(item)) {
      out.push(`${pad}${name}:`);
      write(item, Array.isArray(item) ? indent : indent + 2, out);
    } else if (typeof item === "string" && item.includes("\n") && !/[^\n\x20-\uffff]/.test(item)) {
      out.push(`${pad}${name}: |${item.endsWith("\n") ? "" : "-"}`);
      for (const line of item.replace(/\n$/, "").split("\n")) out.push(line ? `${pad}  ${line}` : "");
    } else out.push(`${pad}${name}: ${leaf(item)}`);
  }
}

function leaf(item) {
  if (item !== null && typeof item === "object") return Array.isArray(item) ? "[]" : "{}";
  return scalar(item);
}

/** The lines of a value's YAML. */
export function yamlLines(value) {
  if (value === null || typeof value !== "object" || isEmpty(value)) return [leaf(value)];
  const out = [];
  write(value, 0, out);
  return out;
}

/** The object without managedFields, for display. */
export function withoutManagedFields(object) {
  if (!object?.metadata?.managedFields) return object;
  const { managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
