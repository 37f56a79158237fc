// Keeps the site for when there is no network.  FILES and VERSION are put here
// when it is built: a new site is another cache, and the old one goes.
const version = "doxa-" + VERSION;
self.addEventListener("install", (e) => {
  self.skipWaiting();
  e.waitUntil(caches.open(version).then((c) => c.addAll(FILES)));
});
self.addEventListener("activate", (e) => {
  e.waitUntil(caches.keys().then((names) => Promise.all(names
    .filter((n) => n.startsWith("doxa-") && n !== version)
    .map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (e) => {
  e.respondWith(caches.open(version)
    .then((c) => c.match(e.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(e.request)));
});
