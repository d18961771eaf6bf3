"use strict";
// In a demo the page carries its people; their tokens stand in the page alone, since any site may load a script.
const people = JSON.parse(document.getElementById("people").textContent);
let token = people.length ? people[0].token : "";
const bar = document.getElementById("who"), select = bar.querySelector("select");
for (const person of people) select.add(new Option(person.label, person.token));
bar.hidden = !people.length;
select.onchange = () => { token = select.value; };
SwaggerUIBundle({
  dom_id: "#ui", url: "/openapi.json", deepLinking: true, persistAuthorization: true, tryItOutEnabled: true,
  filter: true, displayRequestDuration: true, validatorUrl: null,
  requestInterceptor: (request) => {
    const given = request.headers.Authorization || token;
    if (given && new URL(request.url, location.href).pathname.startsWith("{prefix}"))
      request.headers.Authorization = /^jwt\s/i.test(given) ? given : "jwt " + given.replace(/^bearer\s+/i, "");
    return request;
  },
});
