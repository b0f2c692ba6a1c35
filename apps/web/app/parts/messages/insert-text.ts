/** Puts text where the cursor of a field is or was, as if it had been typed. */
export function insertText(field: HTMLTextAreaElement | null, text: string): void {
  if (!field || (field.maxLength >= 0 && field.value.length + text.length > field.maxLength)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
