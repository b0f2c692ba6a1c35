// Sent with every page, ahead of all other scripts. Those of a page for who is not signed in sleep: at the first pointer,
// touch, key or focus this wakes them. On any page, a press that its scripts were too late for is made again, and what was typed
// before them is typed again.
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
const policy = globalThis.trustedTypes?.createPolicy('later', { createScript: (text) => text })
let awake = 'awake' in document.documentElement.dataset
let pressAgain = () => {}

function wake(event) {
  // Browsers report the pointer once where it rests when a page appears under it. That is nobody's intent.
  if (event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return
  for (const sign of signs) removeEventListener(sign, wake, true)
  turnOnSheets()
  // Each text is allowed by its hash alone: one that is not the server's does not run.
  for (const asleep of document.querySelectorAll('script[type="text/later"]')) {
    const script = document.createElement('script')
    const { type } = asleep.dataset
    if (type) {
      script.type = type
      script.async = true
    }
    script.text = policy ? policy.createScript(asleep.text) : asleep.text
    asleep.replaceWith(script)
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

// Links, forms and <details> work by themselves. What only a script can do waits until the script is there.
function hold(event) {
  if (awake || event.button || event.metaKey || event.ctrlKey) return
  const target = event.target.closest('button, [role="button"], a[href]')
  if (!target || target.matches('a, [type="submit"], [popovertarget]')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  pressAgain = () => target.click()
}

// A form without an address is a script's, too.
function holdForm(event) {
  const { target: form, submitter } = event
  if (awake || form.hasAttribute('action')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  pressAgain = () => form.requestSubmit(submitter)
}

// What the browser finds missing is for the page to say, in its own language.
function holdInvalid(event) {
  const { form } = event.target
  if (awake || !form) return
  event.preventDefault()
  pressAgain = () => form.reportValidity()
}

// What was typed or chosen before the scripts were there, by field. React keeps it in sight, and never hears of it.
const typed = new Map()
const hasTick = ({ type }) => type === 'checkbox' || type === 'radio'

function remember({ target, isComposing = false }) {
  if (!target.matches('input:not([type="file"]), textarea, select')) return
  // Of several choices the last one made is told last.
  typed.delete(target)
  typed.set(target, { said: hasTick(target) ? target.checked : target.value, isComposing })
}

function typeAgain() {
  for (const [field, { said, isComposing }] of typed) {
    // A word that is still being composed would be cut off.
    if (isComposing) field.addEventListener('compositionend', () => tell(field, field.value), { once: true })
    else if (field.isConnected) tell(field, said)
  }
  typed.clear()
}

// React compares with what was last written by way of the field itself: that has to be something else than what is told now.
function tell(field, said) {
  if (hasTick(field)) {
    field.checked = !said
    field.click()
    return
  }
  field.value = `${said} `
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, said)
  field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }))
}

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
const early = { click: hold, submit: holdForm, invalid: holdInvalid, input: remember, change: remember }
for (const name in early) addEventListener(name, early[name], true)
addEventListener('fanlight:awake', () => {
  awake = true
  for (const name in early) removeEventListener(name, early[name], true)
  typeAgain()
  pressAgain()
})
