"""The files of packaging/ are read by the programs they are for: the unit by systemd, the site by nginx."""

import os
import shutil
import subprocess
import tempfile
import unittest

from online_test import certificate

PACKAGING = os.path.join(os.path.dirname(__file__), "..", "..", "packaging")
PROGRAM = os.environ["FANORONA"]


class Packaging(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="fanorona-packaging-")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def read(self, name):
        with open(os.path.join(PACKAGING, name)) as file:
            return file.read()

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def verify_unit(self, text):
        """What systemd says of a unit; its own words about units of this machine are passed over."""
        path = self.write("fanorona.service", text.replace("/usr/bin/fanorona", PROGRAM))
        result = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True)
        return [line for line in (result.stdout + result.stderr).splitlines() if self.folder in line or "fanorona" in line]

    def test_the_unit(self):
        unit = self.read("fanorona.service")
        self.assertEqual(self.verify_unit(unit), [])
        self.assertTrue(self.verify_unit(unit.replace("ProtectHome=yes", "ProtectHome=maybe")))

    def test_the_unit_says_options_that_there_are(self):
        [line] = [line for line in self.read("fanorona.service").splitlines() if line.startswith("ExecStart=")]
        shown = subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True, check=True).stdout
        for option in line.split()[2:]:
            self.assertIn(option, shown)

    def check_site(self, text):
        crt, key = certificate(self.folder, "site")
        text = text.replace("/etc/ssl/certs/fanorona.example.pem", crt)
        text = text.replace("/etc/ssl/private/fanorona.example.key", key)
        self.write("site.conf", text)
        path = self.write("nginx.conf", f"pid {self.folder}/pid;\nerror_log {self.folder}/error.log;\nevents {{}}\nhttp {{\n"
                                        f"access_log off;\ninclude {self.folder}/site.conf;\n}}\n")
        return subprocess.run(["/usr/sbin/nginx", "-t", "-q", "-c", path, "-p", self.folder], capture_output=True, text=True)

    def test_the_site(self):
        site = self.read("nginx.conf")
        result = self.check_site(site)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertNotEqual(self.check_site(site.replace("proxy_buffering off", "proxy_buffering maybe")).returncode, 0)


if __name__ == "__main__":
    unittest.main()
