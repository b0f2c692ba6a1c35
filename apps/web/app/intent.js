// Sent with every page, before all other scripts. On pages for visitors the other scripts are not run until the first pointer,
// touch, key or focus event. On every page, a click before hydration is repeated after it, and what was typed before is entered
// again. A piece whose code comes later than the page's is taken over later, too.
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
const policy = globalThis.trustedTypes?.createPolicy('later', { createScript: (text) => text })
let hydrated = 'hydrated' in document.documentElement.dataset
/** Whether React has taken the element over. */
const isTaken = (element) => Object.keys(element).some((name) => name.startsWith('__reactProps'))
/** What the server sent and is not taken over yet: all of it before hydration, after it what is in pieces that come later. */
const late = new Set()
const answers = (element) => hydrated && !late.has(element)

function runScripts(event) {
  // Browsers report the pointer once where it rests when a page appears under it. No one moved it.
  if (event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return
  for (const sign of signs) removeEventListener(sign, runScripts, true)
  turnOnSheets()
  // Each text is allowed by its hash alone: one that is not the server's does not run.
  for (const source of document.querySelectorAll('script[type="text/later"]')) {
    const script = document.createElement('script')
    const { type } = source.dataset
    if (type) {
      script.type = type
      script.async = true
    }
    script.text = policy ? policy.createScript(source.text) : source.text
    source.replaceWith(script)
  }
}

// Until now the page had only the rules it used. They go when the whole sheets are there.
function turnOnSheets() {
  const links = [...document.querySelectorAll('link[rel="later"]')]
  const loads = links.map(
    (link) => new Promise((done) => Object.assign(link, { onload: done, onerror: done, rel: 'stylesheet' })),
  )
  void Promise.all(loads).then(() => document.getElementById('first')?.remove())
}

/** How long a link waits for the scripts; then it is followed without them. */
const linkWaitMs = 4000

// Links, forms and <details> work by themselves. What only a script can do waits until the script is there: that is also to go
// to another view of a page without losing the place in it.
function deferClick(event) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  const target = event.target.closest('button, [role="button"], a[href]')
  if (!target || target.matches('a:not([data-keeps-place]), [type="submit"], [popovertarget]') || answers(target))
    return
  event.preventDefault()
  event.stopImmediatePropagation()
  wait(target, () => target.click())
  if (target.href) setTimeout(() => waiting?.element === target && location.assign(target.href), linkWaitMs)
}

// The pressed button shows at once that it was pressed. Only the last press is repeated.
let waiting
function wait(element, again, marked = element) {
  waiting?.marked?.removeAttribute('data-waiting')
  waiting = element && { element, again, marked }
  marked?.setAttribute('data-waiting', '')
}

// A form without an address is a script's, too.
function deferSubmit(event) {
  const { target: form, submitter } = event
  if (form.hasAttribute('action') || answers(form)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  wait(form, () => form.requestSubmit(submitter), submitter)
}

// What the browser finds missing is for the page to say, in its own language.
function deferInvalid(event) {
  const { form } = event.target
  if (!form || answers(form)) return
  event.preventDefault()
  wait(form, () => form.reportValidity(), null)
}

// What was typed or chosen before hydration, by field. The fields still show it, but React gets no event for it.
const typed = new Map()
const hasTick = ({ type }) => type === 'checkbox' || type === 'radio'

function remember({ target, isComposing = false }) {
  if (!target.matches('input:not([type="file"]), textarea, select') || answers(target)) return
  // Of several choices the last one made is repeated last.
  typed.delete(target)
  typed.set(target, { said: hasTick(target) ? target.checked : target.value, isComposing })
}

function repeatInput() {
  for (const [field, { said, isComposing }] of typed) {
    if (!answers(field)) continue
    typed.delete(field)
    // A word that is still being composed would be cut off.
    if (isComposing) field.addEventListener('compositionend', () => replay(field, field.value), { once: true })
    else if (field.isConnected) replay(field, said)
  }
}

// React compares with what was last written by way of the field itself: that has to differ from the new value.
function replay(field, said) {
  if (hasTick(field)) {
    field.checked = !said
    field.click()
    return
  }
  field.value = `${said} `
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, said)
  field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }))
}

for (const sign of signs) addEventListener(sign, runScripts, { capture: true, passive: true })
const early = { click: deferClick, submit: deferSubmit, invalid: deferInvalid, input: remember, change: remember }
for (const name in early) addEventListener(name, early[name], true)
/** Repeats what was meant for pieces that answer by now, and goes on looking as long as some do not. */
function takeOver(triesLeft) {
  for (const element of late) if (!element.isConnected || isTaken(element) || !triesLeft) late.delete(element)
  repeatInput()
  if (waiting && answers(waiting.element)) {
    const { again } = waiting
    wait()
    again()
  }
  if (late.size) setTimeout(takeOver, 50, triesLeft - 1)
  else for (const name in early) removeEventListener(name, early[name], true)
}
addEventListener('fanlight:hydrated', () => {
  for (const element of document.querySelectorAll(
    'button, [role="button"], [data-keeps-place], form, input, textarea, select',
  ))
    if (!isTaken(element)) late.add(element)
  hydrated = true
  takeOver(400)
})
