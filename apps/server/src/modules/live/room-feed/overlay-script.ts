/** What runs in the overlay. What fans wrote becomes text alone: nothing here makes markup of a string. */
export const script = `
const key = location.hash.slice(1)
const parts = new URLSearchParams(location.search).get('show')
const shows = (part) => parts === null || parts.split(',').includes(part)
const alertBox = document.getElementById('alert')
const goalBox = document.getElementById('goal')
const chatBox = document.getElementById('chat')
const { lang } = document.documentElement
const number = new Intl.NumberFormat(lang + '-u-nu-latn', { maximumFractionDigits: 2 })
const alertMs = 6000
const linesMax = 8
const waitingMax = 30
const silentMs = 45000
const staleMs = 20000

const element = (name, className, text) => {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
const amount = (tokens) => element('bdi', 'amount', number.format(tokens))

let streamId = null
let waiting = []
let shown = null
let timer
function clear() {
  streamId = null
  waiting = []
  shown = null
  clearTimeout(timer)
  for (const box of [alertBox, goalBox, chatBox]) box.replaceChildren()
}

function nextAlert() {
  clearTimeout(timer)
  shown = waiting.shift() ?? null
  if (!shown) return alertBox.replaceChildren()
  const card = element('div', 'tip')
  card.append(element('small', '', document.body.dataset.tip), element('bdi', 'who', shown.sender.name), document.createElement('br'), amount(shown.tokens))
  if (shown.text) {
    const words = element('p', '', shown.text)
    words.dir = 'auto'
    card.append(words)
  }
  alertBox.replaceChildren(card)
  timer = setTimeout(() => {
    card.classList.add('leaving')
    timer = setTimeout(nextAlert, 500)
  }, alertMs)
}
function tip(given) {
  if (!shows('tips') || waiting.length >= waitingMax) return
  waiting.push(given)
  if (!shown) nextAlert()
}
function line({ messageId, sender, text, tokens }) {
  if (!shows('chat') || [...chatBox.children].some((each) => each.dataset.id === messageId)) return
  const item = element('li')
  item.dataset.id = messageId
  item.dataset.sender = sender._id
  item.append(element('b', '', ''), ' ')
  item.firstChild.append(element('bdi', '', sender.name))
  if (tokens !== undefined) item.append(amount(tokens), ' ')
  item.append(element('bdi', '', text))
  chatBox.append(item)
  while (chatBox.children.length > linesMax) chatBox.firstChild.remove()
}
function goal(given) {
  if (!shows('goal')) return
  if (!given) return goalBox.replaceChildren()
  const head = element('div')
  head.append(element('bdi', '', given.title), element('bdi', 'count', number.format(given.reached) + ' / ' + number.format(given.tokens)))
  const bar = element('progress')
  bar.max = given.tokens
  bar.value = Math.min(given.reached, given.tokens)
  bar.setAttribute('aria-label', given.title)
  goalBox.replaceChildren(head, bar)
}
function forget(isGone) {
  for (const item of [...chatBox.children]) if (isGone(item.dataset.id, item.dataset.sender)) item.remove()
  waiting = waiting.filter((each) => !isGone(each.messageId, each.sender._id))
  if (shown && isGone(shown.messageId, shown.sender._id)) nextAlert()
}
function state(stream) {
  const isRunning = stream && (stream.status === 'live' || stream.status === 'away')
  if (!isRunning || (streamId && streamId !== stream.streamId)) clear()
  if (!isRunning) return
  streamId = stream.streamId
  goal(stream.goal)
}

const heard = {
  'room/state'({ stream, chat }) {
    state(stream)
    chatBox.replaceChildren()
    if (streamId) chat.forEach(line)
  },
  'stream/started': ({ stream }) => state(stream),
  'stream/updated': ({ stream }) => state(stream),
  'stream/ended': clear,
  'goal/updated': (data) => data.streamId === streamId && goal(data.goal),
  'tip/received'(data) {
    if (!streamId) return
    tip(data)
    line(data)
  },
  'chat/message': (data) => streamId && line(data),
  'chat/deleted': ({ messageId }) => forget((id) => id === messageId),
  'chat/hidden': ({ senderId }) => forget((id, sender) => sender === senderId),
  'chat/cleared'() {
    forget(() => true)
  },
}
const known = new Set()
function take({ id, name, data }) {
  if (known.has(id)) return
  known.add(id)
  if (known.size > 1000) known.delete(known.values().next().value)
  if (Object.hasOwn(heard, name)) heard[name](data)
}

let lastId = ''
async function read() {
  const control = new AbortController()
  let silence
  const isThere = () => {
    clearTimeout(silence)
    silence = setTimeout(() => control.abort(), silentMs)
  }
  isThere()
  try {
    const headers = { authorization: 'Bearer ' + key, ...(lastId && { 'last-event-id': lastId }) }
    const reply = await fetch('/live/events', { headers, signal: control.signal, credentials: 'omit', cache: 'no-store' })
    if (!reply.ok) return reply.status
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return 200
      isThere()
      clearTimeout(stale)
      const events = (text + value).split('\\n\\n')
      text = events.pop()
      for (const event of events) {
        const field = (name) => event.split('\\n').find((each) => each.startsWith(name + ': '))?.slice(name.length + 2)
        const data = field('data')
        if (!data) continue
        lastId = field('id') ?? lastId
        take(JSON.parse(JSON.parse(data).body))
      }
    }
  } catch {
    return 0
  } finally {
    clearTimeout(silence)
  }
}
let stale
async function run() {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 30000)) {
    const began = performance.now()
    const status = await read()
    // The address was revoked, or is wrong: it opens nothing any more.
    if (status === 401 || status === 403) return clear()
    clearTimeout(stale)
    stale = setTimeout(clear, staleMs)
    if (performance.now() - began > 10000 || status === 200) pause = 1000
    await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random() / 2)))
  }
}
if (key) run()
`
