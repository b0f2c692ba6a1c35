// Sent with every page, ahead of all other scripts. Those of a page for who is not signed in sleep: at the first pointer,
// touch, key or focus this wakes them. On any page, a press that its scripts were too late for is made again.
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

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
addEventListener('click', hold, true)
addEventListener('submit', holdForm, true)
addEventListener('fanlight:awake', () => {
  awake = true
  removeEventListener('click', hold, true)
  removeEventListener('submit', holdForm, true)
  pressAgain()
})
